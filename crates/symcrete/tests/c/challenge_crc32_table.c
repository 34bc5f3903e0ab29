// Challenge: the input carries the CRC-32 of its own payload, computed by a table of 256 words.
// options: --stdin 16 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint32_t table[256];

static void fill(void) {
  for (uint32_t n = 0; n < 256; n++) {
    uint32_t c = n;
    for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    table[n] = c;
  }
}

static uint32_t crc32(const unsigned char *p, size_t n) {
  uint32_t c = ~0u;
  while (n--) c = table[(c ^ *p++) & 0xff] ^ c >> 8;
  return ~c;
}

int main(void) {
  unsigned char b[16];
  uint32_t sum;
  fill();
  if (read(0, b, 16) != 16) return 1;
  memcpy(&sum, b + 12, 4);
  if (crc32(b, 12) == sum) // REACHED
    if (b[3] == 77) abort(); // REACHED
  return 0;
}
