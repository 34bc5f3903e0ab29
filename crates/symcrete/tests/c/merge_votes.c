// Several counters, each raised by a range of its own.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[18];
    int yes = 0, no = 0, blank = 0, last = 0;
    if (read(0, d, 18) != 18)
        return 1;
    for (int i = 0; i < 18; i++) {
        if (d[i] == 'y' || d[i] == 'Y')
            yes++;
        else if (d[i] == 'n' || d[i] == 'N')
            no++;
        else if (d[i] == ' ')
            blank++;
        if (d[i] > 'a')
            last = i;
    }
    if (yes == 9 && no == 6 && blank == 2 && last == 16)
        abort();
    return 0;
}
