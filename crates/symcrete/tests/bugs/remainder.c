// finding: division by zero
// args: --check undefined
#include <stdio.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    unsigned d = (b[0] ^ 0x5a) + (b[1] ^ 0xa5);
#ifdef FIXED
    if (d == 0)
        return 2;
#endif
    return 100 % d > 50;
}
