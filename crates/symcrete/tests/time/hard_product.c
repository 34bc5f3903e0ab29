// Factors of a large number: a question that keeps every solver busy for longer than anybody waits.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(), c = __VERIFIER_nondet_ulong();
    if (a < 2 || b < 2 || a >> 32 || b >> 32)
        return 0;
    if (a * b == 18446743979220271189UL)
        reach_error();
    if (a * a * c + b * c * c + a * b * c == 0x1234567890abcdefUL)
        reach_error();
    return 0;
}
