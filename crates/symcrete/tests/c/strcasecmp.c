// strcasecmp and strncasecmp: either case will do.
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
  if (strcasecmp(b, "hello") == 0 && b[0] == 'H' && b[4] == 'o') return 2; // REACHED
  if (strncasecmp(b, "Content", 7) == 0 && b[7] == ':') return 3; // REACHED
  if (strcasecmp(b, "x") == 0 && b[0] == 'y') return 4;
  return 0;
}
