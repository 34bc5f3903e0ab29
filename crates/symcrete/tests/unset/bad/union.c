// never set: u, line 8, read in line 10
// The larger member has bytes that the smaller one did not set.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    union { char small; int large; } u;
    u.small = (char)c;
    if (u.large == 0x7f000001) reach_error();
    return u.small == 3;
}
