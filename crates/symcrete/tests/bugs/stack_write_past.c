// finding: stack-buffer-overflow
// args: --check address
#include <stdio.h>

static void put(int *array, unsigned length, unsigned at, int value)
{
#ifdef FIXED
    if (at >= length)
        return;
#endif
    if (at <= length)
        array[at] = value;
}

int main(void)
{
    unsigned at;
    int local[5] = {0};
    if (fread(&at, 1, 4, stdin) != 4)
        return 1;
    put(local, 5, at, 7);
    return local[2];
}
