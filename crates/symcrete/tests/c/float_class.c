// NaN, infinity, the sign of zero.
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
  double x;
  if (read(0, &x, 8) != 8) return 1;
  if (isnan(x)) return 2; // REACHED
  if (isinf(x)) return 3; // REACHED
  if (x == 0 && signbit(x)) return 4; // REACHED
  if (x != x) return 5; // NEVER
  return 0;
}
