// finding: array index out of bounds
// args: --check undefined
#include <stdio.h>

static int table[8];

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    unsigned at = b[0] & 15;
#ifdef FIXED
    at &= 7;
#endif
    return table[at];
}
