// Closes everything that it was given, and goes on for a while, or for ever.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int c = getchar(), d = getchar();
    for (int fd = 0; fd < 4096; fd++)
        close(fd);
    if (c == 'a')
        for (;;)
            ;
    if (d == 'b')
        puts("nobody sees it");
    return c > d;
}
