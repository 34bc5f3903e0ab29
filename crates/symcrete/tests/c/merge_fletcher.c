// Fletcher-16 with an `if` in place of each remainder.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[10];
    unsigned low = 0, high = 0, wraps = 0;
    if (read(0, d, 10) != 10)
        return 1;
    for (int i = 0; i < 8; i++) {
        low += d[i];
        if (low >= 255) {
            low -= 255;
            wraps |= 1 << i;
        }
        high += low;
        if (high >= 255) {
            high -= 255;
            wraps |= 256 << i;
        }
    }
    if (low == d[8] && high == d[9] && wraps == 0xd69a && low > 100)
        abort();
    return 0;
}
