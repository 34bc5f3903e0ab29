// finding: SIGFPE
#include <stdio.h>
#include <string.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    int n, d = b[0] == 'm' ? -1 : 3;
    memcpy(&n, b, 4);
    n ^= 0x12340000;
#ifdef FIXED
    if (d == -1 && n == (-2147483647 - 1))
        return 2;
#endif
    if (b[0] == 'm' && b[1] == 0)
        n = -2147483647 - 1;
#ifdef FIXED
    if (d == -1)
        return 3;
#endif
    return n / d > 0;
}
