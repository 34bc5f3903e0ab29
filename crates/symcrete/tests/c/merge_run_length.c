// Runs of equal bytes: how many, and the longest.
// options: --stdin 32 --time 30 --coverage 12
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[16];
    int runs = 1, length = 1, longest = 1;
    if (read(0, d, 16) != 16)
        return 1;
    for (int i = 1; i < 16; i++) {
        if (d[i] == d[i - 1])
            length++;
        else {
            runs++;
            length = 1;
        }
        if (length > longest)
            longest = length;
    }
    if (runs == 7 && longest == 6)
        abort();
    return 0;
}
