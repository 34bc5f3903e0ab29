// finding: SIGABRT
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
#ifdef FIXED
    if (b[0] == 'x' && b[1] > 100)
        return 2;
#endif
    if (b[0] == 'x' && b[1] > 100) {
        char *volatile p = (char *)b;
        free(p);
    }
    return 0;
}
