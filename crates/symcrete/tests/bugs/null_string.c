// finding: SIGSEGV
#include <stdio.h>
#include <string.h>

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
        const char *volatile text = NULL;
        return (int)strlen(text);
    }
    return 0;
}
