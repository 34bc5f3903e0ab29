// Stops itself, and nobody will let it go on.
#include <signal.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c < 'm')
        raise(SIGSTOP);
    if (c == 'x') {
        raise(SIGTSTP);
        puts("went on");
    }
    return 0;
}
