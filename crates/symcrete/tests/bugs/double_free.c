// finding: SIGABRT
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    char *p = malloc(16);
    if (b[0] == 'f') {
        free(p);
        if (b[1] != 'g')
            return 4;
#ifdef FIXED
        return 3;
#endif
    }
    free(p);
    return 0;
}
