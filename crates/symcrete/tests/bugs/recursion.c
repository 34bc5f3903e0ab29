// finding: stack overflow at
#include <stdio.h>

static int fall(int depth)
{
    volatile char frame[4096];
    frame[0] = 1;
    return depth == 0 ? frame[0] : fall(depth - 1) + frame[0];
}

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    int depth = b[0] == 'r' ? -1 : 10;
#ifdef FIXED
    depth = 10;
#endif
    return fall(depth) == 0;
}
