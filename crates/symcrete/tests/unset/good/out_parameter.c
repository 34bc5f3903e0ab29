// The caller looks at the result first.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static int get(int c, int *value) {
    if (c < 0) return -1;
    *value = 1;
    return 0;
}
int main(void) {
    int c = __VERIFIER_nondet_int();
    int value;
    if (get(c, &value) == 0 && value == 2) reach_error();
    return 0;
}
