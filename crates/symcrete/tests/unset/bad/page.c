// never set: pvalloc, line 9, read in line 11
// Whole pages, fresh from the allocator.
#include <malloc.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    int *p = pvalloc(64);
    p[0] = c;
    if (p[1] == 5) reach_error();
    return p[0] == 3;
}
