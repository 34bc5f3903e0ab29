// Fills a gigabyte on each of its paths: a program's memory is limited, and ours does not grow with it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int n = 0;
    for (int c = getchar(); c != EOF && n < 64; c = getchar(), n += c > 'm') {
        char *memory = malloc(1UL << 30);
        if (!memory)
            return 2;
        memset(memory, c, 1UL << 30);
        if (memory[c << 20] != c)
            puts("lost");
        free(memory);
    }
    return n > 3;
}
