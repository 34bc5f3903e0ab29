// A hundred thousand unknown numbers: conditions about each, and about the sum of all before it, which is as long as the path.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N 100000
int a[N];

int main(void) {
    int least = 0, sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        if (a[i] < least)
            least = a[i];
    for (int i = 0; i < N; i++) {
        sum += a[i];
        if (sum == 1000)
            reach_error();
    }
    return 0;
}
