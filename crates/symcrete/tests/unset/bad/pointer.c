// never set: a call by pointer, line 9, read in line 11
// Memory from a pointer to malloc is as fresh as any.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static void *(*volatile allocate)(size_t) = malloc;
int main(void) {
    int c = __VERIFIER_nondet_int();
    int *p = allocate(8);
    p[0] = c;
    if (p[1] == 5) reach_error();
    return p[0] == 3;
}
