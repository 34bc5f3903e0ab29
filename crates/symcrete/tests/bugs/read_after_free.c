// finding: heap-use-after-free
// args: --check address
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    char *p = malloc(4);
    p[0] = 1;
    if (b[0] == 'x')
        free(p);
#ifdef FIXED
    if (b[0] == 'x')
        return 2;
#endif
    int first = b[1] == 'y' ? p[0] : 0;
    if (b[0] != 'x')
        free(p);
    return first;
}
