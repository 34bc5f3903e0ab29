/* Compresses and decompresses 4 MiB of text with noise; with an argument, standard input instead. */
#include "zlib.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill(unsigned char *to, size_t n) {
    unsigned x = 12345;
    for (size_t i = 0; i < n; i++) {
        x = x * 1103515245u + 12345u;
        to[i] = (x >> 16) % 7 ? (unsigned char)"the quick brown fox "[i % 20] : (unsigned char)(x >> 20);
    }
}

int main(int argc, char **argv) {
    (void)argv;
    size_t n = argc > 1 ? 4096 : 4 << 20;
    unsigned char *data = malloc(n), *packed = malloc(n + 65536), *back = malloc(n);
    if (!data || !packed || !back) return 3;
    if (argc > 1) n = fread(data, 1, n, stdin);
    else fill(data, n);
    uLongf packed_size = n + 65536, back_size = n;
    if (compress2(packed, &packed_size, data, n, 6) != Z_OK) return 1;
    if (uncompress(back, &back_size, packed, packed_size) != Z_OK || memcmp(back, data, n)) return 2;
    printf("%lu\n", packed_size);
    return 0;
}
