// The smaller member is part of the larger one.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    union { char small; int large; } u;
    u.large = c & 0xff;
    if (u.large > 300) reach_error();
    return u.small == 3;
}
