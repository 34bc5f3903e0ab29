// memcpy, memmove and memset of a size that is not constant.
// options: --stdin 8
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  unsigned char b[8], c[16];
  volatile size_t n = 8;
  if (read(0, b, 8) != 8) return 1;
  memset(c, b[0], 2 * n);
  memcpy(c + 2, b + 1, n - 1);
  memmove(c + 1, c, n);
  if (c[0] == 7 && c[1] == 7 && c[2] == 7) return 2; // REACHED
  if (c[4] == 9 && b[2] == 9) return 3; // REACHED
  if (c[15] == 1 && b[0] == 2) return 4;
  return 0;
}
