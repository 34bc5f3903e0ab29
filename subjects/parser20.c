/* A parser of 20 bytes of standard input: magic bytes, a 16- and a 32-bit magic, and a base-31 hash of six
 * bytes that must equal a constant. Behind all of them it aborts. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    unsigned char b[20];
    uint16_t kind;
    uint32_t length, hash = 0;
    if (read(0, b, sizeof b) != sizeof b)
        return 1;
    if (b[0] != 'S' || b[1] != 'Y' || b[2] != 'M' || b[3] != 'C')
        return 2;
    memcpy(&kind, b + 4, sizeof kind);
    if (kind != 0xbeef)
        return 3;
    memcpy(&length, b + 8, sizeof length);
    if (length != 0xcafebabe)
        return 4;
    for (int i = 12; i < 18; i++)
        hash = hash * 31 + b[i];
    if (hash != 0x5b3f1a2c)
        return 5;
    abort(); /* TARGET */
}
