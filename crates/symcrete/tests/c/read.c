// Bytes from read(2), with magic numbers of one to eight bytes.
// options: --stdin 16
// covered: 11 of 12
// finding: SIGABRT
// lost: none
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  unsigned char b[16];
  uint16_t h;
  uint32_t w;
  uint64_t d;
  if (read(0, b, 16) != 16) return 1; // REACHED
  memcpy(&h, b, 2);
  memcpy(&w, b + 2, 4);
  memcpy(&d, b + 6, 8);
  if (b[15] == 'x') return 2; // REACHED
  if (h != 0x1234) return 3; // REACHED
  if (w != 0xdeadbeef) return 4; // REACHED
  if (d == 0x0123456789abcdef) abort(); // REACHED
  if (h == 0x1235) return 5; // NEVER
  return 0;
}
