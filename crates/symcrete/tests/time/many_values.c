// As many unknown numbers, and twice as many conditions, as once made ten seconds a hundred.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N 164000
static int a[N];

int main(void) {
    int n = 0;
    for (int i = 0; i < N; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (a[i] > 10)
            n++;
    }
    for (int i = 0; i < N; i++)
        if (a[i] != a[(i * 7 + 3) % N] && a[i] > 5)
            n += 2;
    if (n == 3)
        reach_error();
    return 0;
}
