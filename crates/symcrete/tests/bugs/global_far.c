// finding: SIGSEGV
#include <stdio.h>

static int table[8];

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    int at = b[3] == 0x7f ? 1 << 28 : 3;
#ifdef FIXED
    at &= 7;
#endif
    return table[at];
}
