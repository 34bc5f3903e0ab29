// finding: heap-buffer-overflow
// args: --check address
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int at;
    if (fread(&at, 1, 4, stdin) != 4)
        return 1;
    unsigned char *p = calloc(10, 1);
    int most = 10;
#ifdef FIXED
    most = 9;
#endif
    int seen = at >= 0 && at <= most ? p[at] : 0;
    free(p);
    return seen;
}
