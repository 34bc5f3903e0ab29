// Takes two seconds before `main`, each time that it is started.
// options: --run-time 5s
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void early(void) {
    sleep(2);
}

int main(void) {
    int c = getchar();
    if (c == 'a')
        puts("a");
    if (c == 'b')
        __builtin_trap();
    return 0;
}
