#include <immintrin.h>
#include <stdio.h>
#include <unistd.h>

static __attribute__((noinline)) void show(const void *bytes, int n) {
    for (int k = 0; k < n; k++) printf(" %02x", ((const unsigned char *)bytes)[k]);
    printf("\n");
}

/* What LLVM stores is a vector of bits, in a field between others. */
int main(void) {
    unsigned char in[16] = {0};
    struct { unsigned char before, next; unsigned short mask; unsigned char after, last; } box = {1, 2, 3, 4, 5};
    if (read(0, in, 16) < 0) return 1;
    box.next = in[0];
    box.after = in[1];
    box.mask = (unsigned short)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)in));
    show(&box, sizeof box);
    if (box.after == 'y' && (box.mask & 8)) return 2;
    return 0;
}
