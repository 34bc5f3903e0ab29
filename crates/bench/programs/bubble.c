/* Bubble sort: compare neighbours and swap. */
#include <stdio.h>
#include <stdlib.h>

static void sort(int *v, int n) {
    for (int end = n - 1; end > 0; end--)
        for (int i = 0; i < end; i++)
            if (v[i] > v[i + 1]) {
                int t = v[i];
                v[i] = v[i + 1];
                v[i + 1] = t;
            }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 14000;
    int *v = malloc(sizeof *v * (size_t)n);
    unsigned seed = 7, check = 0;
    if (!v) return 1;
    for (int i = 0; i < n; i++) {
        seed = seed * 1103515245u + 12345u;
        v[i] = (int)(seed >> 8) % 100000;
    }
    sort(v, n);
    for (int i = 0; i < n; i++) check = check * 31 + (unsigned)v[i];
    printf("%u\n", check);
    return 0;
}
