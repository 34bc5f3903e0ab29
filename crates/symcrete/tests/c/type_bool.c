// _Bool is 0 or 1, whatever it is made of.
// options: --stdin 3
// lost: none
#include <stdbool.h>
#include <unistd.h>

int main(void) {
  unsigned char b[3];
  if (read(0, b, 3) != 3) return 1;
  bool x = b[0] & 0x10, y = b[1] > 200, z = b[2];
  if (x && !y && z) return 2; // REACHED
  if (x + y + z == 3) return 3; // REACHED
  if (x + y + z > 3) return 4; // NEVER
  return 0;
}
