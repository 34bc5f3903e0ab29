// Leaves processes behind that outlive it: they sleep, spin, and have sessions of their own.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int c = getchar();
    for (int i = 0; i < 8; i++) {
        if (fork() == 0) {
            if (i & 1)
                setsid();
            if (c == 'a' + i)
                puts("child");
            for (;;)
                if (i & 2)
                    sleep(100);
        }
    }
    if (c == 'x')
        puts("x");
    return getchar() == 'y';
}
