// finding: shift exponent out of range
// args: --check undefined
#include <stdio.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    unsigned by = b[0];
#ifdef FIXED
    by &= 31;
#endif
    return (1u << by) > 7;
}
