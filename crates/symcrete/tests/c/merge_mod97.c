// The remainder of an account number by 97, digit by digit, letters as two digits.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[10];
    unsigned rest = 0, bad = 0;
    if (read(0, d, 10) != 10)
        return 1;
    for (int i = 0; i < 10; i++) {
        unsigned c = d[i];
        if (c >= 'A' && c <= 'Z')
            rest = (rest * 100 + c - 'A' + 10) % 97;
        else if (c >= '0' && c <= '9')
            rest = (rest * 10 + c - '0') % 97;
        else
            bad = 1;
    }
    if (!bad && rest == 1 && d[0] == 'D' && d[1] == 'E')
        abort();
    return 0;
}
