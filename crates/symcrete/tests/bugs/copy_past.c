// finding: heap-buffer-overflow
// args: --check address
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    unsigned char b[4] = {0}, source[300] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    size_t n = b[0] | b[1] << 8;
    if (n > 300)
        return 2;
    char *p = malloc(299);
#ifdef FIXED
    if (n == 300)
        return 3;
#endif
    memcpy(p, source, n);
    int first = n ? p[0] : 0;
    free(p);
    return first;
}
