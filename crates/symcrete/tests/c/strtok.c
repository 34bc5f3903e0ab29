// strtok, strtok_r and strsep cut where the input says.
// options: --stdin 8 --time 20 --coverage 10
// lost: none
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char b[9] = {0};
  if (read(0, b, 8) != 8) return 1;
  char *rest;
  char *word = strtok_r(b, ",", &rest);
  if (!word) return 2; // REACHED
  if (word[0] != 'a') return 3; // REACHED
  char *next = strtok_r(NULL, ",", &rest);
  if (!next) return 4; // REACHED
  if (next[0] == 'b') return 5; // REACHED
  return 0;
}
