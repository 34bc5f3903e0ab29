// The status and the pointer that posix_memalign stores are set, and so is what the program writes there.
// outside: the library may fail, so exploring is no proof
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    void *at;
    if (posix_memalign(&at, 64, 64)) return 1;
    int *p = at;
    p[0] = c;
    p[1] = 4;
    if (p[1] == 5) reach_error();
    return p[0] == 3;
}
