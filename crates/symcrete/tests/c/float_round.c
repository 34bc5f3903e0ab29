// fabs, floor, ceil, fmod, trunc, round and sqrt.
// options: --stdin 8
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
  if (floor(x) == 7 && x != 7) return 2; // REACHED
  if (ceil(x) == -3 && x != -3) return 3; // REACHED
  if (fabs(x) == 12.5 && x < 0) return 4; // REACHED
  if (sqrt(x) == 11) return 5; // REACHED
  if (fmod(x, 10) == 3.5) return 6; // REACHED
  return 0;
}
