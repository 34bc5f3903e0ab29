// memcmp and bcmp of 16 bytes, and order.
// options: --stdin 16
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  unsigned char b[16];
  if (read(0, b, 16) != 16) return 1;
  if (memcmp(b, "0123456789abcdef", 16) == 0) return 2; // REACHED
  if (memcmp(b, "zz", 2) > 0) return 3; // REACHED
  if (memcmp(b, b + 8, 8) == 0 && b[3] == 9) return 4; // REACHED
  if (memcmp(b, b, 16)) return 5; // NEVER
  return 0;
}
