// Ignores every signal that it may, and does not end for most inputs.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    for (int number = 1; number < 64; number++)
        signal(number, SIG_IGN);
    int c = getchar();
    while (c != 'q') {
        sleep(1);
        if (c == 'z')
            puts("z");
    }
    return 0;
}
