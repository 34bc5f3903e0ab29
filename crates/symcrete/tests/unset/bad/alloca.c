// never set: alloca, line 7, read in line 9
// Memory of the stack by the byte.
#include <alloca.h>
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
static int f(unsigned n) { char *p = alloca(n);
    p[0] = 1;
    if (p[n - 1] == 9) reach_error();
    return p[0];
}
int main(void) {
    unsigned c = __VERIFIER_nondet_uint();
    if (c == 3) return f(20);
    return f(10);
}
