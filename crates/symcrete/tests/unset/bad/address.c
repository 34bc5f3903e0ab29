// never set: i, line 9, read in line 10
// An index that was never set decides which element is read.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static int table[256];
int main(void) {
    table[200] = __VERIFIER_nondet_int() & 3;
    unsigned char i;
    if (table[i] > 1) reach_error();
    return 0;
}
