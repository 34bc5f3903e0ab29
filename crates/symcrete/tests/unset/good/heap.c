// All of it is set, one half by calloc.
// outside: an allocation may fail, so exploring is no proof
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    int *p = malloc(8), *q = calloc(2, 4);
    p[0] = c;
    p[1] = 4;
    if (p[1] == 5 || q[1] == 5) reach_error();
    return p[0] == 3;
}
