// strsep finds empty fields.
// options: --stdin 6
// lost: none
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char b[7] = {0}, *place = b;
  if (read(0, b, 6) != 6) return 1;
  char *first = strsep(&place, ";");
  if (!place) return 2; // REACHED
  if (*first == 0 && *place == 'q') return 3; // REACHED
  return 0;
}
