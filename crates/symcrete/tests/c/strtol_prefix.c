// strtol with the base told by a prefix, and strtoul of base 16 and 36, as one expression.
// options: --stdin 24 --iterations 300
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char b[25] = {0};
  if (fread(b, 1, 24, stdin) != 24) return 1;
  char *end;
  long v = strtol(b, &end, 0);
  if (v == 4096) return 2; // REACHED
  if (v == 0xdead && b[1] == 'x') return 3; // REACHED
  if (v == 0755 && b[0] == '0') return 4; // REACHED
  if (end == b + 1 && b[1] == 'x') return 5; // REACHED
  if (end == b && strtoul(b, NULL, 36) == 44027) return 6; // REACHED
  if (strtoul(end, NULL, 16) == 0xcafebabe) return 7; // REACHED
  return 0;
}
