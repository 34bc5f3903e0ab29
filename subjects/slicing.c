/* n ifs that do not matter, then a test of another input. What the target does not depend on need not be
 * walked through: the cost must not grow with n. Size by -DN=n, below 128. */
#include <crest.h>
#include <stdio.h>

#ifndef N
#define N 8
#endif

/* One if, and 2, 4, … of them. */
#define IF(k) if (x[k] > 0) other++; else other--;
#define IF2(k) IF(k) IF(k + 1)
#define IF4(k) IF2(k) IF2(k + 2)
#define IF8(k) IF4(k) IF4(k + 4)
#define IF16(k) IF8(k) IF8(k + 8)
#define IF32(k) IF16(k) IF16(k + 16)
#define IF64(k) IF32(k) IF32(k + 32)

static int test(const int x[N], int input) {
    int other = 0;
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
    int y = input;
    if (y == 7)
        puts("error"); /* TARGET */
    return other;
}

int main(void) {
    int x[N];
    int input;
    for (int i = 0; i < N; i++)
        CREST_int(x[i]);
    CREST_int(input);
    return test(x, input) > 0;
}
