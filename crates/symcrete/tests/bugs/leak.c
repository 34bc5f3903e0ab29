// finding: memory leak
// args: --check leak
#include <stdio.h>
#include <stdlib.h>

static int check(unsigned char kind)
{
    char *p = malloc(40);
    if (!p)
        return 4;
    p[0] = (char)kind;
#ifndef FIXED
    if (p[0] == 'k')
        return 3;
#endif
    free(p);
    return 0;
}

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    return check(b[0]);
}
