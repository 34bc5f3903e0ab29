// A CRC-8 with one `if` per bit.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

static unsigned char crc8(const unsigned char *b, int n) {
    unsigned char crc = 0;
    for (int i = 0; i < n; i++) {
        crc ^= b[i];
        for (int k = 0; k < 8; k++) {
            if (crc & 0x80)
                crc = (unsigned char)(crc << 1) ^ 0x07;
            else
                crc <<= 1;
        }
    }
    return crc;
}

int main(void) {
    unsigned char b[8];
    if (read(0, b, 8) != 8)
        return 1;
    if (crc8(b, 7) != b[7])
        return 2;
    if (b[2] == 'q' && b[6] == 0x99 && b[7] == 0x5a)
        abort();
    return 0;
}
