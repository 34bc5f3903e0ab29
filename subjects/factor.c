/* Integer factorization of a number up to 600 by trial division in which quotient and remainder come from
 * subtraction and comparison, as in the IPPC publication; then the factors are looked at. */
#include <crest.h>

#define LIMIT 600
#define MOST 16

struct factors {
    int prime[MOST];
    int power[MOST];
    int count;
};

/* Quotient and remainder of n by d. */
static int divide(int n, int d, int *rest) {
    int quotient = 0;
    while (n >= d) {
        n -= d;
        quotient++;
    }
    *rest = n;
    return quotient;
}

static void add(struct factors *f, int prime) {
    if (f->count > 0 && f->prime[f->count - 1] == prime) {
        f->power[f->count - 1]++;
        return;
    }
    f->prime[f->count] = prime;
    f->power[f->count] = 1;
    f->count++;
}

static void factor(int n, struct factors *f) {
    int d = 2;
    f->count = 0;
    while (n > 1) {
        int rest;
        int quotient = divide(n, d, &rest);
        if (rest == 0) {
            add(f, d);
            n = quotient;
        } else if (quotient < d) {
            add(f, n);
            return;
        } else {
            d++;
        }
    }
}

static int product(const struct factors *f) {
    int result = 1;
    for (int i = 0; i < f->count; i++)
        for (int k = 0; k < f->power[i]; k++)
            result *= f->prime[i];
    return result;
}

static int is_square_free(const struct factors *f) {
    for (int i = 0; i < f->count; i++)
        if (f->power[i] > 1)
            return 0;
    return 1;
}

static int is_power(const struct factors *f) {
    return f->count == 1 && f->power[0] > 1;
}

int main(void) {
    struct factors f;
    int n;
    CREST_int(n);
    if (n < 2 || n > LIMIT)
        return 0;
    factor(n, &f);
    if (product(&f) != n)
        return 9;
    if (f.count == 1 && f.power[0] == 1)
        return 1;
    if (is_power(&f))
        return 2;
    if (is_square_free(&f))
        return f.count > 3 ? 3 : 4;
    return 5;
}
