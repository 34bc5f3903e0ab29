/* Integer matrix multiplication, the textbook's three loops. */
#include <stdio.h>
#include <stdlib.h>

#define N 320
static int a[N][N], b[N][N], c[N][N];

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 3;
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) a[i][j] = i * 7 + j, b[i][j] = i - j * 3;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                int dot = 0;
                for (int k = 0; k < N; k++) dot += a[i][k] * b[k][j];
                c[i][j] = dot;
            }
        sum += (unsigned)c[round % N][(round * 31) % N];
        a[round % N][0] ^= (int)sum;
    }
    printf("%u\n", sum);
    return 0;
}
