/* Sieve of Eratosthenes: byte stores at growing strides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 4000000, count = 0;
    unsigned char *composite = malloc(n + 1);
    if (!composite) return 1;
    for (int round = 0; round < 5; round++) {
        memset(composite, 0, n + 1);
        for (unsigned i = 2; i * i <= n; i++)
            if (!composite[i])
                for (unsigned k = i * i; k <= n; k += i) composite[k] = 1;
        for (unsigned i = 2; i <= n; i++) count += !composite[i];
    }
    printf("%u\n", count);
    return 0;
}
