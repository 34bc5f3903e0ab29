// never set: r, line 8, read in line 10
// Set on one path only; on the other it can be 2.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    int r;
    if (c == 'a') r = 1;
    if (r == 2) reach_error();
    return 0;
}
