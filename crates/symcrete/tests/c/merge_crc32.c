// A CRC-32 with one `if` per bit.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

static unsigned crc32(const unsigned char *b, int n) {
    unsigned crc = 0xffffffff;
    for (int i = 0; i < n; i++) {
        crc ^= b[i];
        for (int k = 0; k < 8; k++) {
            if (crc & 1)
                crc = crc >> 1 ^ 0xedb88320;
            else
                crc = crc >> 1;
        }
    }
    return ~crc;
}

int main(void) {
    unsigned char b[12];
    if (read(0, b, 12) != 12)
        return 1;
    unsigned stored = b[8] | b[9] << 8 | b[10] << 16 | (unsigned)b[11] << 24;
    if (crc32(b, 8) != stored)
        return 2;
    if (b[0] == 'P' && b[1] == 'K' && b[7] == 7)
        abort();
    return 0;
}
