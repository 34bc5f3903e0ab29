// Challenge: the input goes through a chain of transformations before it is compared.
// options: --stdin 16 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  unsigned char b[16];
  uint32_t w;
  uint64_t d;
  if (read(0, b, 16) != 16) return 1;
  for (int k = 0; k < 8; k++) b[k] = (unsigned char)((b[k] ^ 0x5a) + k);
  for (int k = 0; k < 4; k++) {
    unsigned char swap = b[k];
    b[k] = b[7 - k];
    b[7 - k] = swap;
  }
  memcpy(&d, b, 8);
  d = (d << 13 | d >> 51) ^ 0x0123456789abcdef;
  if (d != 0xfeedfacecafebeef) return 0;
  memcpy(&w, b + 8, 4);
  w = (w ^ w >> 16) * 0x45d9f3b;
  w = __builtin_bswap32(w) + 0x1000;
  if (w == 0x31337)
    if ((b[12] ^ b[13]) == 0x33 && b[12] - b[13] == 17) abort(); // REACHED
  return 0;
}
