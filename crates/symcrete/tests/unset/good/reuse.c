// Memory that was given back and got again, and set again.
// outside: an allocation may fail, so exploring is no proof
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static int f(int c) {
    int *p = malloc(64);
    p[10] = c & 1;
    free(p);
    int *q = malloc(64);
    q[10] = c & 2;
    if (q[10] == 1234) reach_error();
    return 0;
}
int main(void) {
    return f(__VERIFIER_nondet_int());
}
