// never set: value, line 13, read in line 15
// A function that fails leaves what it should return as it was.
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
    get(c, &value);
    if (value == 2) reach_error();
    return 0;
}
