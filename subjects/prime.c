/* Is a number up to 400 prime? Trial division in which divisibility is decided by subtraction and
 * comparison, as in the IPPC publication: once one divisor was tried the number is nearly known,
 * so that most paths for the next divisors are infeasible. */
#include <crest.h>

#define LIMIT 400

enum kind { OUT_OF_RANGE, UNIT, EVEN_PRIME, EVEN, ODD_PRIME, COMPOSITE };

static int divides(int d, int n) {
    while (n >= d)
        n -= d;
    return n == 0;
}

static enum kind classify(int n) {
    if (n < 1)
        return OUT_OF_RANGE;
    if (n > LIMIT)
        return OUT_OF_RANGE;
    if (n == 1)
        return UNIT;
    if (n == 2)
        return EVEN_PRIME;
    if (divides(2, n))
        return EVEN;
    for (int d = 3, square = 9; square <= LIMIT; d += 2) {
        if (square > n)
            return ODD_PRIME;
        if (divides(d, n))
            return COMPOSITE;
        square += 4 * d + 4;
    }
    return ODD_PRIME;
}

int main(void) {
    int n;
    CREST_int(n);
    switch (classify(n)) {
    case EVEN_PRIME:
    case ODD_PRIME:
        return 1;
    default:
        return 0;
    }
}
