// finding: assertion failed
#include <stdio.h>
#include <assert.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    int sum = b[0] + b[1] + b[2];
#ifdef FIXED
    if (sum == 700)
        return 2;
#endif
    assert(sum != 700);
    return 0;
}
