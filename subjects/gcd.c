/* Binary greatest common divisor of two numbers up to 400, without modulo and bit masks: evenness is
 * decided by subtraction and comparison, as in the IPPC publication. */
#include <crest.h>

#define LIMIT 400

static int is_even(int n) {
    while (n >= 2)
        n -= 2;
    return n == 0;
}

static int gcd(int a, int b) {
    int shift = 1;
    while (is_even(a) && is_even(b)) {
        a /= 2;
        b /= 2;
        shift += shift;
    }
    while (a != b) {
        if (is_even(a))
            a /= 2;
        else if (is_even(b))
            b /= 2;
        else if (a > b)
            a = a - b;
        else
            b = b - a;
    }
    return a * shift;
}

int main(void) {
    int a, b;
    CREST_int(a);
    CREST_int(b);
    if (a < 1 || a > LIMIT || b < 1 || b > LIMIT)
        return 0;
    return gcd(a, b) == 1;
}
