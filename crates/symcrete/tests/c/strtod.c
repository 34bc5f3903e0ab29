// strtod and atof.
// options: --stdin 6 --iterations 3000 --coverage 8
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char b[7] = {0};
  if (read(0, b, 6) != 6) return 1;
  double d = strtod(b, NULL);
  if (d == 2.5) return 2; // REACHED
  if (d == -17) return 3; // REACHED
  if (atof(b + 1) == 30) return 4; // REACHED
  return 0;
}
