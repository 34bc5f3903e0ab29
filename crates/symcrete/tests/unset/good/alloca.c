// All of it is set.
#include <alloca.h>
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
static int f(unsigned n) { char *p = alloca(n);
    for (unsigned k = 0; k < n; k++) p[k] = 1;
    if (p[n - 1] == 9) reach_error();
    return p[0];
}
int main(void) {
    unsigned c = __VERIFIER_nondet_uint();
    if (c == 3) return f(20);
    return f(10);
}
