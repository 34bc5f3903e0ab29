// Ten thousand bytes with two merged branches each: a choice above a choice, twenty thousand deep.
// options: --stdin 10000 --stdin-fixed --time 30s
// finding: SIGABRT
#include <stdio.h>
#include <stdlib.h>

static unsigned char b[10000];

int main(void) {
    int n = 0, high = 0;
    if (fread(b, 1, sizeof b, stdin) != sizeof b)
        return 1;
    for (int i = 0; i < 10000; i++) {
        if (b[i] > 'm')
            n++;
        if (b[i] > high)
            high = b[i];
    }
    if (high != 200)
        return 2;
    if (n == 3)
        abort();
    return 0;
}
