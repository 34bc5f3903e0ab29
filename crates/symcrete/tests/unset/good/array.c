// A loop sets every element.
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    int a[4];
    for (int k = 0; k < 4; k++) a[k] = k;
    if (a[i & 3] == 9) reach_error();
    return 0;
}
