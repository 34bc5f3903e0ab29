// Conditions on a long double.
// options: --stdin 10
// lost: none
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  long double x = 0;
  if (read(0, &x, 10) != 10) return 1;
  if (x == 1.0L / 3) return 2; // REACHED
  if (x > 1e1000L) return 3; // REACHED
  if ((long)x == -1234567) return 4; // REACHED
  return 0;
}
