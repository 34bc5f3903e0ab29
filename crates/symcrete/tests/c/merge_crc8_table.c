// A CRC-8 by a table that the program fills with one `if` per bit.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

static unsigned char table[256];

static void fill(void) {
    for (int i = 0; i < 256; i++) {
        unsigned char crc = (unsigned char)i;
        for (int k = 0; k < 8; k++) {
            if (crc & 0x80)
                crc = (unsigned char)(crc << 1) ^ 0x31;
            else
                crc <<= 1;
        }
        table[i] = crc;
    }
}

int main(void) {
    unsigned char b[4], crc = 0xff;
    fill();
    if (read(0, b, 4) != 4)
        return 1;
    for (int i = 0; i < 3; i++)
        crc = table[crc ^ b[i]];
    if (crc == b[3] && b[0] == 'x')
        abort();
    return 0;
}
