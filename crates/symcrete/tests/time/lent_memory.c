// Waits for a child that borrowed its memory and does not give it back: nobody can stop it to look where it is.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int c = getchar();
    if (c != 'q' && vfork() == 0)
        for (;;)
            pause();
    if (getchar() == 'z')
        puts("z");
    return 0;
}
