// finding: SIGABRT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    char *p = malloc(2000), *q = malloc(2000);
    size_t n = b[0] > 200 ? 2040 : 1999;
#ifdef FIXED
    n = 1999;
#endif
    memset(p, 'A', n);
    free(p);
    free(q);
    return 0;
}
