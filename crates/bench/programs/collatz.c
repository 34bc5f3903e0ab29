/* The longest Collatz chain: no memory, an unpredictable branch per step. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    unsigned long limit = argc > 1 ? (unsigned long)atol(argv[1]) : 400000, best = 0;
    unsigned longest = 0;
    for (unsigned long start = 1; start < limit; start++) {
        unsigned length = 1;
        for (unsigned long n = start; n != 1; length++) n = n % 2 ? 3 * n + 1 : n / 2;
        if (length > longest) longest = length, best = start;
    }
    printf("%lu %u\n", best, longest);
    return 0;
}
