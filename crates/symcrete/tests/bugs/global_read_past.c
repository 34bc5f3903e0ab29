// finding: global-buffer-overflow
// args: --check address
#include <stdio.h>

static const int table[6] = {3, 1, 4, 1, 5, 9};

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    unsigned at = b[0] ^ 0x5a;
#ifdef FIXED
    if (at > 5)
        return 2;
#endif
    if (at > 6)
        return 3;
    return table[at];
}
