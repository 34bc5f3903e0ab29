// Writes without end: to standard output, to standard error or into a file, as the input says.
#include <stdio.h>

int main(void) {
    static char block[1 << 16];
    int c = getchar();
    FILE *where = c == 'f' ? fopen("endless-output.tmp", "w") : c > 'f' ? stderr : stdout;
    if (!where)
        return 1;
    while (c != 'q')
        fwrite(block, 1, sizeof block, where);
    puts("q");
    return 0;
}
