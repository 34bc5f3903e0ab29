// Set on one path only, and read on that path only, which no analysis of ways sees.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    int r;
    if (c == 'a') r = 1;
    if (c == 'a' && r == 2) reach_error();
    return 0;
}
