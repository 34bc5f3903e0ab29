// A vector is read by an instruction of x86 of its own.
// int: 0 1 7
#include <immintrin.h>
#include "truth.h"
volatile int sink;
__attribute__((target("sse3"))) int main(void) {
    int x = __VERIFIER_nondet_int();
    int values[4] = {x, x, x, x};
    __m128i loaded = _mm_lddqu_si128((const __m128i *)values);
    if (B(_mm_cvtsi128_si32(loaded) == 7)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
