// Bit-fields, signed and not, across bytes.
// options: --stdin 4
// lost: none
#include <unistd.h>

struct fields {
  unsigned a : 3;
  int b : 5;
  unsigned c : 13;
  unsigned d : 1;
};

int main(void) {
  struct fields f;
  if (read(0, &f, 4) != 4) return 1;
  if (f.a == 5 && f.b == -9) return 2; // REACHED
  if (f.c == 4321) return 3; // REACHED
  f.c += 100;
  if (f.c < 100 && f.d) return 4; // REACHED
  if (f.b > 15) return 5; // NEVER
  return 0;
}
