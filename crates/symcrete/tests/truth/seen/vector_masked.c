// A vector is read by an instruction of x86 that is not followed.
// int: 0 1 7
#include <immintrin.h>
#include "truth.h"
volatile int sink;
__attribute__((target("avx"))) int main(void) {
    int x = __VERIFIER_nondet_int();
    int values[4] = {x, x, x, x};
    __m128 loaded = _mm_maskload_ps((const float *)values, _mm_set1_epi32(-1));
    if (B(_mm_cvtsi128_si32(_mm_castps_si128(loaded)) == 7)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
