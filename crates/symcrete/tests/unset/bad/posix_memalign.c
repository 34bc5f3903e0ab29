// never set: posix_memalign, line 9, read in line 12
// The memory is found where the first argument points, not in the result.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    void *at;
    if (posix_memalign(&at, 64, 64)) return 1;
    int *p = at;
    p[0] = c;
    if (p[1] == 5) reach_error();
    return p[0] == 3;
}
