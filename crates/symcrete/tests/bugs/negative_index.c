// finding: SIGSEGV
#include <stdio.h>

int main(void)
{
    static char to[64];
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    int n = 5;
    if (b[0] == '-' && b[1] < 9)
        n = -10;
#ifdef FIXED
    if (n < 0)
        return 2;
#endif
    if (n < 60)
        to[(unsigned)n] = 1;
    return 0;
}
