// The check digit of card numbers: doubled digits above nine are folded.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[12];
    int sum = 0, bad = 0;
    if (read(0, d, 12) != 12)
        return 1;
    for (int i = 0; i < 12; i++) {
        int digit = d[i] - '0';
        if (digit < 0 || digit > 9)
            bad = 1;
        if (i % 2 == 0) {
            digit *= 2;
            if (digit > 9)
                digit -= 9;
        }
        sum += digit;
    }
    if (bad)
        return 2;
    if (sum % 10 == 0 && sum > 60 && d[0] == '4' && d[11] == '7')
        abort();
    return 0;
}
