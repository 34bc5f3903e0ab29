// never set: realloc, line 9, read in line 11
// Nothing that grows is fresh memory, also where LLVM would make a malloc of it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    int *p = NULL;
    p = realloc(p, 64);
    p[0] = c;
    if (p[1] == 5) reach_error();
    return p[0] == 3;
}
