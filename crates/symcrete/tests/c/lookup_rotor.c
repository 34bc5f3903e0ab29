// A table that changes between look-ups: each reads what was there at its time.
// options: --stdin 2
// lost: none
#include <unistd.h>

int main(void) {
  unsigned char b[2];
  unsigned char rotor[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  if (read(0, b, 2) != 2) return 1;
  unsigned char first = rotor[b[0] & 7];
  for (int k = 0; k < 8; k++) rotor[k] = rotor[k] * 3 + 1;
  unsigned char second = rotor[b[1] & 7];
  if (first == 5 && second == 22) return 2; // REACHED
  if (second == 5) return 3; // NEVER
  return 0;
}
