// A CRC-16 of six bytes with one `if` per bit, and magic bytes that are looked at after it.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

static unsigned short crc16(const unsigned char *b, int n) {
    unsigned short crc = 0xffff;
    for (int i = 0; i < n; i++) {
        crc ^= (unsigned short)(b[i] << 8);
        for (int k = 0; k < 8; k++) {
            if (crc & 0x8000)
                crc = (unsigned short)(crc << 1) ^ 0x1021;
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
    if (crc16(b, 6) != (b[6] << 8 | b[7]))
        return 2;
    if (b[0] != 'M' || b[5] != 'Z')
        return 3;
    abort();
}
