// finding: assertion failed
// args: --check address,undefined
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        exit(3);
    int balance = 100;
#ifdef FIXED
    if (b[0] > 100)
        exit(4);
#endif
    balance -= b[0];
    assert(balance >= 0);
    return 0;
}
