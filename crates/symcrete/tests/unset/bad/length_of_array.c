// never set: a, line 8, read in line 10
// An array whose length is computed.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static int f(int n) {
    if (n < 2) return 0;
    int a[n];
    a[0] = n;
    if (a[1] == 77) reach_error();
    return a[0];
}
int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c == 3) return f(20);
    return f(10);
}
