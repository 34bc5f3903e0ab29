// finding: SIGSEGV
#include <stdio.h>

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    const char *formats[] = { "%d\n", "%s\n" };
    int k = 0;
    if (b[1] == 's')
        k = 1;
#ifdef FIXED
    k = 0;
#endif
    printf(formats[k], 1);
    return 0;
}
