// A text in the middle of memory, and one whose case does not matter.
// options: --stdin 8
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
  char b[9] = {0};
  if (fread(b, 1, 8, stdin) != 8) return 1;
  if (memmem(b, 8, "x\0z", 3) == b + 4) return 2; // REACHED
  if (strcasestr(b, "End") == b + 5) return 3; // REACHED
  if (memmem(b, 2, "abc", 3)) return 4; // NEVER
  return 0;
}
