// never set: a, line 8, read in line 10
// One element is set; the input chooses which one is read.
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    int a[4];
    a[0] = (int)i & 1;
    if (a[i & 3] == 9) reach_error();
    return 0;
}
