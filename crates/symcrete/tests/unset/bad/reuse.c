// never set: malloc, line 10, read in line 11
// Memory that was given back and got again: the old value may be there, or not.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static int f(int c) {
    int *p = malloc(64);
    p[10] = c & 1;
    free(p);
    int *q = malloc(64);
    if (q[10] == 1234) reach_error();
    return q != p;
}
int main(void) {
    return f(__VERIFIER_nondet_int());
}
