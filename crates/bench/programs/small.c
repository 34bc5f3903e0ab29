/* Reads a few bytes and decides: what a run costs when the program does next to nothing. */
#include <stdio.h>

int main(void) {
    unsigned char in[64];
    size_t n = fread(in, 1, sizeof in, stdin);
    unsigned h = 5381;
    for (size_t i = 0; i < n; i++) h = h * 33 + in[i];
    if (h == 177670) puts("hit");
    return 0;
}
