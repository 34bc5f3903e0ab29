// An offset in the input says where in the input to look: the table's contents are symbolic too.
// options: --stdin 16
// covered: 13 of 14
// lost: none
#include <unistd.h>

int main(void) {
  unsigned char b[16];
  if (read(0, b, 16) != 16) return 1;
  unsigned at = b[0] & 15;
  if (b[at] == 'x' && b[at] != b[1]) // REACHED
    if (at > 9 && b[at ^ 1] == 'y') return 2; // REACHED
  if (at == 4) // REACHED
    if (b[at] != b[4]) return 3; // NEVER
  return 0;
}
