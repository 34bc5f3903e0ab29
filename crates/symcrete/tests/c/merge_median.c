// The median of five by a network of exchanges.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

static void order(int *a, int *b) {
    if (*a > *b) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

int main(void) {
    unsigned char d[5];
    int v[5];
    if (read(0, d, 5) != 5)
        return 1;
    for (int i = 0; i < 5; i++)
        v[i] = d[i];
    order(&v[0], &v[1]);
    order(&v[3], &v[4]);
    order(&v[2], &v[4]);
    order(&v[2], &v[3]);
    order(&v[1], &v[4]);
    order(&v[0], &v[3]);
    order(&v[0], &v[2]);
    order(&v[1], &v[3]);
    order(&v[1], &v[2]);
    if (v[2] == 100 && v[1] == 99 && v[3] == 150 && d[0] == 99 && d[4] == 150)
        abort();
    return 0;
}
