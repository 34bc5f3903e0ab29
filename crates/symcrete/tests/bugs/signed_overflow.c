// finding: signed integer overflow
// args: --check undefined
#include <stdio.h>
#include <string.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    int n;
    memcpy(&n, b, 4);
#ifdef FIXED
    if (n == 0x7fffffff)
        return 2;
#endif
    return n + 1 > 5;
}
