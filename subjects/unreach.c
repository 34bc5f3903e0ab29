/* n ifs that each change y, then an error behind `y > 0` and `y <= 0`. The target is unreachable, which walking
 * backwards shows in two steps for every n; concolic search has 2^n paths before it. Size by -DN=n, below 128. */
#include <crest.h>
#include <stdio.h>

#ifndef N
#define N 8
#endif

/* One if, and 2, 4, … of them. */
#define IF(k) if (x[k] > 0) y++; else y--;
#define IF2(k) IF(k) IF(k + 1)
#define IF4(k) IF2(k) IF2(k + 2)
#define IF8(k) IF4(k) IF4(k + 4)
#define IF16(k) IF8(k) IF8(k + 8)
#define IF32(k) IF16(k) IF16(k + 16)
#define IF64(k) IF32(k) IF32(k + 32)

static void test(const int x[N]) {
    int y = 0;
#if N & 1
    IF(0)
#endif
#if N & 2
    IF2((N & 1))
#endif
#if N & 4
    IF4((N & 3))
#endif
#if N & 8
    IF8((N & 7))
#endif
#if N & 16
    IF16((N & 15))
#endif
#if N & 32
    IF32((N & 31))
#endif
#if N & 64
    IF64((N & 63))
#endif
    if (y > 0)
        if (y <= 0)
            puts("error"); /* TARGET */
}

int main(void) {
    int x[N];
    for (int i = 0; i < N; i++)
        CREST_int(x[i]);
    test(x);
    return 0;
}
