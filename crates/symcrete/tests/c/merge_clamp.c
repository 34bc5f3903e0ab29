// Numbers clamped to a range, and the sum of what was cut off.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    short v[16];
    int sum = 0, cut = 0, which = 0;
    if (read(0, v, sizeof v) != sizeof v)
        return 1;
    for (int i = 0; i < 16; i++) {
        int x = v[i];
        if (x > 1000) {
            cut += x - 1000;
            x = 1000;
            which |= 1 << i;
        }
        if (x < -1000) {
            cut += -1000 - x;
            x = -1000;
            which |= 1 << i;
        }
        sum += x;
    }
    if (sum == 3210 && cut == 777 && which == 0x2d96)
        abort();
    return 0;
}
