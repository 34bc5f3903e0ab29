// A line with a checksum, whose letters may have either case.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

static int hex(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

int main(void) {
    char d[12];
    int sum = 0;
    if (read(0, d, 12) != 12)
        return 1;
    if (d[0] != '$' || d[9] != '*')
        return 2;
    for (int i = 1; i < 9; i++) {
        int c = d[i];
        if (c >= 'a' && c <= 'z')
            c -= 32;
        sum ^= c;
    }
    int high = hex(d[10]), low = hex(d[11]);
    if (high < 0 || low < 0)
        return 3;
    if ((high << 4 | low) != (sum & 0xff))
        return 4;
    if (d[1] == 'g' && d[2] == 'P' && d[8] == 'x' && sum > 0x40)
        abort();
    return 0;
}
