// Sorts unknown numbers in place and looks whether they are: every comparison is between two of them, and every question
// about one has thousands of conditions that hang together. `--time 8s` once took four minutes on a program like this.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N 120
int a[N];

int main(void) {
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        for (int j = 0; j + 1 < N - i; j++)
            if (a[j] > a[j + 1]) {
                int kept = a[j];
                a[j] = a[j + 1];
                a[j + 1] = kept;
            }
    for (int i = 0; i + 1 < N; i++)
        if (a[i] > a[i + 1])
            reach_error();
    return 0;
}
