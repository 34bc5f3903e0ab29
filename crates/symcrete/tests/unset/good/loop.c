// Declared in a loop, and set in each round.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    for (int k = 0; k < 3; k++) {
        int last;
        if (k == 0) last = c & 1; else last = k;
        if (last == 8) reach_error();
    }
    return 0;
}
