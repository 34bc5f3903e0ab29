// Letters shifted in the alphabet, in place, and compared.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[12];
    if (read(0, d, 12) != 12)
        return 1;
    for (int i = 0; i < 12; i++) {
        if (d[i] >= 'a' && d[i] <= 'z') {
            d[i] += 13;
            if (d[i] > 'z')
                d[i] -= 26;
        }
    }
    int same = 1;
    for (int i = 0; i < 12; i++)
        if (d[i] != (unsigned char)"uryyb, jbeyq"[i])
            same = 0;
    if (same)
        abort();
    return 0;
}
