// never set: last, line 9, read in line 11
// Declared in a loop: each round has a new variable, though the stack may still hold the old one.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    for (int k = 0; k < 3; k++) {
        int last;
        if (k == 0) last = c & 1;
        if (last == 8) reach_error();
    }
    return 0;
}
