// finding: SIGSEGV
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    char *p = malloc(16);
    long at = b[0] == 'h' ? 1L << 40 : 3;
#ifdef FIXED
    at = 3;
#endif
    p[at] = 1;
    free(p);
    return 0;
}
