// Writes into an array at places that the input chooses, and compares all pairs afterwards.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define N 400
int a[N];

int main(void) {
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++) {
        unsigned at = __VERIFIER_nondet_uint() % N;
        if (a[at] > 3)
            a[at] = i;
    }
    int n_greater = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            if (a[i] > a[j])
                n_greater++;
    if (n_greater == 17)
        reach_error();
    return 0;
}
