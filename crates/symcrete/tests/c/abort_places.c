// Two ends of one function are two findings, each at its own line.
// unoptimised: clang -O2 makes one call of both in the plain program, without a line
// options: --stdin 2
// covered: 6 of 6
// finding: abort_places.c:13:
// finding: abort_places.c:14:
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char b[2];
  if (read(0, b, 2) != 2) return 1;
  if (b[0] == 'a') abort(); // REACHED
  if (b[1] == 'b') abort(); // REACHED
  return 0;
}
