// strcpy and stpcpy: every length is a path.
// options: --stdin 8
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
  char to[16] = "0123456789";
  char *end = stpcpy(to, b);
  if (end == to + 3 && to[1] == 'x') return 2; // REACHED
  strcpy(to + 2, b + 4);
  if (to[2] == 'k' && to[3] == 0) return 3; // REACHED
  return 0;
}
