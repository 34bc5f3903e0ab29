// Counting bytes: each increment may hit any counter, and later reads of all of them stay right.
// options: --stdin 3
// lost: none
#include <unistd.h>

int main(void) {
  unsigned char b[3];
  int count[8] = {0};
  if (read(0, b, 3) != 3) return 1;
  for (int k = 0; k < 3; k++) count[b[k] & 7]++;
  if (count[2] == 3) return 2; // REACHED
  if (count[5] == 2 && count[6] == 1) return 3; // REACHED
  if (count[0] + count[1] + count[3] > 3) return 4; // NEVER
  if (count[b[1] & 7] == 0) return 5; // NEVER
  return 0;
}
