// How many bits are set, and the longest run of them.
// options: --stdin 32 --time 30 --coverage 12
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[3];
    int count = 0, run = 0, longest = 0;
    if (read(0, d, 3) != 3)
        return 1;
    for (int i = 0; i < 24; i++) {
        if (d[i / 8] >> (i % 8) & 1) {
            count++;
            run++;
        } else
            run = 0;
        if (run > longest)
            longest = run;
    }
    if (count == 13 && longest == 7)
        abort();
    return 0;
}
