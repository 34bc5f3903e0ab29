// finding: SIGFPE
#include <stdio.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    int d = (b[0] * 3 + b[1]) - 322;
    if (b[2] != 7)
        d = 5;
#ifdef FIXED
    if (d == 0)
        return 2;
#endif
    return 100 / d > 50;
}
