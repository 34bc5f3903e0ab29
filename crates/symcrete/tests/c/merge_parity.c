// The parity of each of eight bytes, an `if` per bit; which of them are odd.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[8];
    int odd = 0;
    if (read(0, d, 8) != 8)
        return 1;
    for (int i = 0; i < 8; i++) {
        int parity = 0;
        for (int k = 0; k < 8; k++)
            if (d[i] >> k & 1)
                parity ^= 1;
        odd |= parity << i;
    }
    if (odd == 0xe7 && d[0] == d[7] && d[1] == d[6])
        abort();
    return 0;
}
