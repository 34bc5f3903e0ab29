// never set: alloca, line 8, read in line 10
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
    return f(c == 3 ? 20 : 10);
}
