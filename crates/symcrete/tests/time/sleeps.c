// Every run sleeps: a second for the shortest, for ever for some.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int n = 0;
    for (int c = getchar(); c != EOF; c = getchar()) {
        usleep(200000);
        if (c == 'p')
            pause();
        n += c == 's';
    }
    sleep(1);
    if (n == 2)
        puts("two");
    return 0;
}
