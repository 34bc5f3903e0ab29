// _BitInt of odd widths.
// options: --stdin 16
// lost: none
#include <string.h>
#include <unistd.h>

int main(void) {
  unsigned char b[16];
  if (read(0, b, 16) != 16) return 1;
  unsigned long low;
  memcpy(&low, b, 8);
  unsigned _BitInt(37) wide = (unsigned _BitInt(37))low;
  _BitInt(5) narrow = (_BitInt(5))b[8];
  if (wide * 3 == 0x1234567893) return 2; // REACHED
  if (narrow < -15) return 3; // REACHED
  if (narrow > 15) return 4; // NEVER
  _BitInt(100) huge = (_BitInt(100))low << 40;
  if (huge == (_BitInt(100))0x77 << 60) return 5; // REACHED
  return 0;
}
