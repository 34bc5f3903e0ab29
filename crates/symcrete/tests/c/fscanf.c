// fscanf reads words and characters.
// options: --time 20 --coverage 6
// lost: none
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char word[8], c;
  if (fscanf(stdin, "%7s %c", word, &c) != 2) return 1; // REACHED
  if (strcmp(word, "add") == 0) return 2; // REACHED
  if (c == '=') return 3; // REACHED
  return 0;
}
