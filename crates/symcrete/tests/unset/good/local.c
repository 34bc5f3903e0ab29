// The same with a value.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    int x = 0;
    if (x == 7) reach_error();
    return c == 3;
}
