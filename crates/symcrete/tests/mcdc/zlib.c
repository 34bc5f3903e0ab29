/* Uncompresses its input, and compresses it. */
#include <stdio.h>
#include "zlib.h"
int main(void) {
    unsigned char in[32], out[64];
    uLongf n = sizeof out;
    size_t k = fread(in, 1, sizeof in, stdin);
    int r = uncompress(out, &n, in, k);
    unsigned char back[128]; uLongf m = sizeof back;
    int c = compress2(back, &m, in, k, k > 0 ? in[0] % 10 : 6);
    return (r != 0) + 2 * (c != 0);
}
