// Half a million calls, each with a condition on the same number: a path so long that everything that looks at all of it takes its time.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int down(int n, int end) {
    if (n <= end)
        return 0;
    return 1 + down(n - 1, end);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int end = __VERIFIER_nondet_int();
    if (n < 0 || n > 500000)
        return 0;
    if (down(500000 - n, end & 7) == 499990)
        reach_error();
    return 0;
}
