// options: --run-time 5s
// Takes three tenths of a second before it reads anything, longer for some inputs, and for one of them it never ends: only that
// is a hang.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    usleep(300000);
    int c = getchar();
    if (c == 'a')
        puts("a");
    else if (c == 'b')
        usleep(900000);
    else if (c == 'c')
        for (;;)
            ;
    return 0;
}
