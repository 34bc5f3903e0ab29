// Computed goto: every label is jumped to.
// options: --stdin 2
#include <unistd.h>

int main(void) {
  static void *const labels[] = {&&stop, &&add, &&twice, &&less};
  unsigned char b[2];
  int x = 5;
  if (read(0, b, 2) != 2) return 1;
  goto *labels[b[0] & 3];
add:
  x += 3;
  if (b[1] == x) return 2; // REACHED
  goto *labels[b[1] & 2];
twice:
  x *= 2;
  if (b[1] == x) return 3; // REACHED
stop:
  return 0;
less:
  x -= 7;
  if ((signed char)b[1] == x) return 4; // REACHED
  return 0;
}
