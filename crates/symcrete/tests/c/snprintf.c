// snprintf into a buffer: %d %u %x %c %s with width and precision.
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
  struct {
    short x, y;
    char c, s[3];
  } in;
  char out[32];
  if (read(0, &in, sizeof in) != sizeof in) return 1;
  in.s[2] = 0;
  snprintf(out, sizeof out, "%d", in.x);
  if (strcmp(out, "-123") == 0) return 2; // REACHED
  sprintf(out, "%04x|%c", (unsigned short)in.y, in.c);
  if (strcmp(out, "0beef|k" + 1) == 0) return 3; // REACHED
  snprintf(out, 8, "%-3.2s!", in.s);
  if (strcmp(out, "ab !") == 0) return 4; // REACHED
  return 0;
}
