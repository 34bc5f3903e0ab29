// A flag set at a symbolic index.
// options: --stdin 2
#include <unistd.h>

static unsigned char seen[4];

int main(void) {
  unsigned char b[2];
  if (read(0, b, 2) != 2) return 1;
  seen[b[0] & 3] = 7;
  if (seen[2] == 7) return 2; // REACHED
  if (seen[b[1] & 3] == 7) return 3; // REACHED
  if (seen[b[1] & 3] == 6) return 4; // NEVER
  return 0;
}
