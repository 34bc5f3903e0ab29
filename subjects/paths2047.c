/* 2047 feasible paths: ten numbers, each counted if positive, then a test of the sum, which is constant when
 * none was: 2 * 2^10 - 1. */
#include <crest.h>

int main(void) {
    int v[10];
    unsigned sum = 0;
    for (int i = 0; i < 10; i++)
        CREST_int(v[i]);
    for (int i = 0; i < 10; i++)
        if (v[i] > 0)
            sum += v[i];
    if (sum == 1234567u)
        return 1;
    return 0;
}
