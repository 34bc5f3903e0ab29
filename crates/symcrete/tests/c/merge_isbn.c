// ISBN-10 with X for ten.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[10];
    int sum = 0, bad = 0;
    if (read(0, d, 10) != 10)
        return 1;
    for (int i = 0; i < 10; i++) {
        int digit;
        if (d[i] >= '0' && d[i] <= '9')
            digit = d[i] - '0';
        else {
            digit = 10;
            if (d[i] != 'X' || i != 9)
                bad++;
        }
        sum += (10 - i) * digit;
    }
    if (bad == 0 && sum % 11 == 0 && d[9] == 'X' && sum > 300)
        abort();
    return 0;
}
