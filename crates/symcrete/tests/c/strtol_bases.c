// strtol of base 16 and of the base that the prefix says.
// options: --stdin 6 --time 20 --coverage 6
// lost: none
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
  if (strtol(b, NULL, 16) == 0xbee) return 2; // REACHED
  if (strtoul(b, NULL, 0) == 0x1f) return 3; // REACHED
  return 0;
}
