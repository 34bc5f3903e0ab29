// qsort with a comparison of the program: the order is part of the path.
// options: --stdin 4
// lost: none
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int by(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
int main(void) {
  unsigned char b[4];
  if (read(0, b, 4) != 4) return 1;
  unsigned char last = b[3];
  qsort(b, 4, 1, by);
  if (b[0] == 10 && b[1] == 20 && b[2] == 30 && b[3] == 40) return 2; // REACHED
  if (b[0] == last && b[3] > 200) return 3; // REACHED
  if (b[0] > b[1]) return 4; // NEVER
  return 0;
}
