// An Adler sum with two `if`s per byte in place of the remainder.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[12];
    unsigned a = 1, b = 0;
    if (read(0, d, 12) != 12)
        return 1;
    for (int i = 0; i < 12; i++) {
        a += d[i];
        if (a >= 251)
            a -= 251;
        b += a;
        if (b >= 251)
            b -= 251;
    }
    if (a == 77 && b == 200 && d[3] == 'A')
        abort();
    return 0;
}
