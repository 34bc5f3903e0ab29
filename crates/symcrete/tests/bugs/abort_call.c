// finding: SIGABRT
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
#ifdef FIXED
    if (b[0] * 256 + b[1] == 0x4d5a)
        return 2;
#endif
    if (b[0] * 256 + b[1] == 0x4d5a) {
        abort();
    }
    return 0;
}
