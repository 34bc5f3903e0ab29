// finding: SIGABRT
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    char *p = malloc(64);
    size_t skip = b[0] == ' ' ? 1 : 0;
#ifdef FIXED
    skip = 0;
#endif
    free(p + skip);
    return 0;
}
