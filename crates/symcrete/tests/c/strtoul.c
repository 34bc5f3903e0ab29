// strtoul of base 8, and a negative number.
// options: --stdin 8
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char b[9] = {0};
  if (read(0, b, 8) != 8) return 1;
  unsigned long n = strtoul(b, NULL, 8);
  if (n == 0755) return 2; // REACHED
  if (n == -5ul) return 3; // REACHED
  if (n == 8ul << 40) return 4; // NEVER
  return 0;
}
