// finding: array index out of bounds
// args: --check undefined
#include <stdio.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    int cells[10] = {0};
    unsigned at = b[0];
#ifdef FIXED
    at %= 10;
#endif
    cells[at] = 1;
    return cells[3];
}
