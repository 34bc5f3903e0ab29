// Conditions on a double: equality after arithmetic, ranges, classes of numbers.
// options: --stdin 8
// covered: 16 of 16
// lost: none
#include <math.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  double x;
  if (read(0, &x, 8) != 8) return 1;
  if (x * x == 2.25) return 2; // REACHED
  if (x > 1e300 && !isinf(x)) return 3; // REACHED
  if (isnan(x)) return 4; // REACHED
  if (isinf(x)) return 5; // REACHED
  if (x < 0 && x > -1) return 6; // REACHED
  return 0;
}
