// A pointer to a function of the program's own, which looks like malloc and gives memory that is set.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static int pool[16] = {0, 4};
static void *own(size_t n) { return n > sizeof pool ? NULL : pool; }
static void *(*allocate)(size_t) = own;
int main(void) {
    int c = __VERIFIER_nondet_int();
    int *p = allocate(8);
    p[0] = c;
    if (p[1] == 5) reach_error();
    return p[0] == 3;
}
