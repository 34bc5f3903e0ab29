// A shift by more than the width: undefined in C, the lowest bits of the amount on the processor, and so in conditions.
// options: --stdin 2
// lost: none
#include <unistd.h>

int main(void) {
    unsigned char b[2];
    if (read(0, b, 2) != 2)
        return 1;
    volatile unsigned one = 1;
    unsigned x = one << b[0], y = 0x80000000u >> b[1];
    if (b[0] > 40 && x == 1u << 9) // REACHED
        return 2;
    if (b[1] > 100 && y == 1u << 3) // REACHED
        return 3;
    if (x == 0) // NEVER
        return 4;
    return 0;
}
