// never set: x, line 8, read in line 9
// A variable without a value can be 7.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    int x;
    if (x == 7) reach_error();
    return c == 3;
}
