// finding: time limit at
// args: --run-time 1
#include <stdio.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    volatile int busy = 0;
    if (b[0] == 'w' && b[1] == 'a')
        busy = 1;
#ifdef FIXED
    busy = 0;
#endif
    while (busy)
        ;
    return 0;
}
