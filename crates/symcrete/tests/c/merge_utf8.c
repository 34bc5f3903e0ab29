// How many characters of each length, counted by their first byte.
// options: --stdin 32 --time 30 --coverage 17
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[14];
    int one = 0, two = 0, three = 0, follow = 0;
    if (read(0, d, 14) != 14)
        return 1;
    for (int i = 0; i < 14; i++) {
        if (d[i] < 0x80)
            one++;
        else if (d[i] < 0xc0)
            follow++;
        else if (d[i] < 0xe0)
            two++;
        else
            three++;
    }
    if (one == 3 && two == 4 && three == 2 && follow == 5)
        abort();
    return 0;
}
