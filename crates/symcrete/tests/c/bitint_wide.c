// options: --stdin 1 --no-mutations --iterations 50
// lost: value too wide
// Arithmetic of more bits than are followed is no part of any condition, and that is counted where a value becomes so wide.
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c < 0) // REACHED
        return 1;
    unsigned _BitInt(200) wide = (unsigned)c;
    wide = wide * wide * wide + (wide << 150);
    if (wide >> 150 == 65u) // NEVER
        puts("found");
    return 0;
}
