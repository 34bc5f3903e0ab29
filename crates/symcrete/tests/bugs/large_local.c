// finding: stack overflow at
#include <stdio.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    size_t n = b[0] == 'L' ? 64u << 20 : 16;
#ifdef FIXED
    n = 16;
#endif
    volatile char *p = __builtin_alloca(n);
    p[0] = 1;
    return p[0] == 2;
}
