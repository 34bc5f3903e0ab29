// Conditions on a float: arithmetic, conversions to and from integers.
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
  float x;
  int n;
  if (read(0, &x, 4) != 4 || read(0, &n, 4) != 4) return 1;
  if (x + 0.5f == 10.25f) return 2; // REACHED
  if ((int)x == 777 && x != 777) return 3; // REACHED
  if ((float)n == 16777216.0f && n != 16777216) return 4; // REACHED
  if (x / 4 > 1e20f) return 5; // REACHED
  return 0;
}
