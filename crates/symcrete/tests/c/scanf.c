// scanf reads numbers from standard input.
// options: --time 20 --coverage 6
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  int x;
  unsigned short y;
  if (scanf("%d,%hu", &x, &y) != 2) return 1; // REACHED
  if (x == -42) return 2; // REACHED
  if (y == 555) return 3; // REACHED
  return 0;
}
