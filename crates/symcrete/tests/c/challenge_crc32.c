// Challenge: the input carries the CRC-32 of its own payload.
// options: --stdin 16 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static uint32_t crc32(const unsigned char *p, size_t n) {
  uint32_t c = ~0u;
  for (size_t k = 0; k < n; k++) {
    c ^= p[k];
    for (int bit = 0; bit < 8; bit++) c = c >> 1 ^ (0xedb88320 & -(c & 1));
  }
  return ~c;
}

int main(void) {
  unsigned char b[16];
  uint32_t sum;
  if (read(0, b, 16) != 16) return 1;
  memcpy(&sum, b + 12, 4);
  if (crc32(b, 12) == sum) // REACHED
    if (b[3] == 77) abort(); // REACHED
  return 0;
}
