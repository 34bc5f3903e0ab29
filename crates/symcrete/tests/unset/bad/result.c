// never set: the result of sign, line 6, read in line 12
// A function that ends without returning what it promised.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static int sign(int c) {
    if (c > 0) return 1;
    if (c < 0) return -1;
}
int main(void) {
    int c = __VERIFIER_nondet_int();
    if (sign(c) == 7) reach_error();
    return 0;
}
