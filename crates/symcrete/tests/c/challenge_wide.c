// Challenge: integers of odd widths: _BitInt(24), _BitInt(40), _BitInt(100), bit-fields.
// options: --stdin 48 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct fields {
  unsigned a : 5, b : 11, c : 16;
};
int main(void) {
  unsigned char b[48];
  unsigned _BitInt(24) x = 0;
  unsigned _BitInt(40) y = 0;
  unsigned _BitInt(100) z = 0;
  struct fields f;
  if (read(0, b, 48) != 48) return 1;
  memcpy(&x, b, 3);
  memcpy(&y, b + 4, 5);
  for (int k = 0; k < 12; k++) z = z << 8 | b[16 + k];
  memcpy(&f, b + 32, 4);
  if (x != 0xabcdef) return 0;
  if (y == 0x1122334455)
    if (z == ((unsigned _BitInt(100))0x123456789a << 56 | 0x00bbccddeeff0011))
      if (f.a == 21 && f.b == 1027 && f.c == 0xfeed) abort(); // REACHED
  return 0;
}
