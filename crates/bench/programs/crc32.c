/* CRC-32 with a table of 256 entries: one look-up per byte. */
#include <stdio.h>
#include <stdlib.h>

static unsigned table[256];
static unsigned char data[1 << 20];

static unsigned crc32(unsigned crc, const unsigned char *p, size_t n) {
    crc = ~crc;
    for (size_t i = 0; i < n; i++) crc = table[(crc ^ p[i]) & 0xff] ^ (crc >> 8);
    return ~crc;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 40;
    unsigned crc = 0;
    for (unsigned i = 0; i < 256; i++) {
        unsigned entry = i;
        for (int bit = 0; bit < 8; bit++) entry = entry & 1 ? 0xedb88320u ^ (entry >> 1) : entry >> 1;
        table[i] = entry;
    }
    for (size_t i = 0; i < sizeof data; i++) data[i] = (unsigned char)(i * 131 + (i >> 7));
    for (int round = 0; round < rounds; round++) crc = crc32(crc, data, sizeof data);
    printf("%08x\n", crc);
    return 0;
}
