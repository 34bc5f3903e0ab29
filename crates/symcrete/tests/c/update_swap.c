// Elements change places at symbolic indices.
// options: --stdin 8
// lost: none
#include <unistd.h>

int main(void) {
  unsigned char b[8];
  if (read(0, b, 8) != 8) return 1;
  unsigned i = b[0] & 7, j = b[1] & 7;
  unsigned char t = b[i];
  b[i] = b[j];
  b[j] = t;
  if (i == 2 && j == 3) // REACHED
    if (b[2] == 'x' && b[3] == 'y') return 2; // REACHED
  if (i != j && i > 3 && j > 3 && b[i] == 'p' && b[j] == 'q') return 3; // REACHED
  return 0;
}
