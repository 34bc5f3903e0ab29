// Six bits per letter, by ranges.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

static int value(int c) {
    int v = 64;
    if (c >= 'A' && c <= 'Z')
        v = c - 'A';
    else if (c >= 'a' && c <= 'z')
        v = c - 'a' + 26;
    else if (c >= '0' && c <= '9')
        v = c - '0' + 52;
    else if (c == '+')
        v = 62;
    else if (c == '/')
        v = 63;
    return v;
}

int main(void) {
    unsigned char d[8];
    unsigned bits = 0, bad = 0;
    if (read(0, d, 8) != 8)
        return 1;
    unsigned char out[6];
    for (int i = 0; i < 8; i++) {
        int v = value(d[i]);
        if (v == 64)
            bad = 1;
        bits = bits << 6 | (v & 63);
        if (i % 4 == 3) {
            out[i / 4 * 3] = bits >> 16;
            out[i / 4 * 3 + 1] = bits >> 8;
            out[i / 4 * 3 + 2] = bits;
        }
    }
    if (!bad && out[0] == 's' && out[1] == 'y' && out[2] == 'm' && out[3] == 0 && out[5] == 0xff)
        abort();
    return 0;
}
