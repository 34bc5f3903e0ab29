// finding: SIGSEGV
#include <stdio.h>

static void hello(void) { puts("hello"); }

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    void (*table[2])(void) = { hello, NULL };
    int k = b[2] == 'q';
#ifdef FIXED
    k = 0;
#endif
    table[k]();
    return 0;
}
