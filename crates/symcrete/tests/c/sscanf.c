// sscanf: numbers, words, sets, literals.
// options: --stdin 10 --time 20 --coverage 12
// lost: none
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char b[11] = {0}, word[8];
  int x, y;
  if (read(0, b, 10) != 10) return 1;
  if (sscanf(b, "v%d.%x", &x, &y) == 2 && x == 12 && y == 0xab) return 2; // REACHED
  if (sscanf(b, "%3[a-c]", word) == 1 && strcmp(word, "cab") == 0) return 3; // REACHED
  return 0;
}
