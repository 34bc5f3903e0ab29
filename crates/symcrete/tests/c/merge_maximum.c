// The maximum of 24 numbers, and how many are above a bound.
// options: --stdin 48
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned short v[24];
    int max = 0, above = 0;
    if (read(0, v, sizeof v) != sizeof v)
        return 1;
    for (int i = 0; i < 24; i++) {
        if (v[i] > max)
            max = v[i];
        if (v[i] > 400)
            above++;
    }
    if (max == 977 && above == 3)
        abort();
    return 0;
}
