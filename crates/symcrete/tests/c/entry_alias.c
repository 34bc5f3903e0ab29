// Two pointers of one type may be the same; restrict ones may not, nor pointers of other types.
// options: --entry overlap
// finding: SIGABRT
// lost: none
#include <stdlib.h>

int overlap(int *a, int *b, int *restrict c, long *d) {
  if (!a || !b) return 0; // REACHED
  if (c == a) return 1; // NEVER
  if ((void *)d == (void *)a) return 2; // NEVER
  *a = 1;
  *b = 2;
  if (*a == 2) abort(); // REACHED
  return 3;
}
