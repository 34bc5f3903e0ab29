// An array whose length is computed, set before it is read.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static int f(int n) {
    if (n < 2) return 0;
    int a[n];
    for (int k = 0; k < n; k++) a[k] = k;
    if (a[1] == 77) reach_error();
    return a[0];
}
int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c == 3) return f(20);
    return f(10);
}
