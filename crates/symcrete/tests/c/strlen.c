// strlen is a choice over the bytes, without a path per length.
// options: --stdin 16
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char b[17] = {0};
  if (read(0, b, 16) != 16) return 1;
  if (strlen(b) == 11) return 2; // REACHED
  if (strlen(b) > 16) return 3; // NEVER
  if (strnlen(b, 4) == 4 && b[9] == 0) return 4; // REACHED
  return 0;
}
