// never set: malloc, line 8, read in line 10
// Fresh memory can hold anything.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    int *p = malloc(8);
    p[0] = c;
    if (p[1] == 5) reach_error();
    return p[0] == 3;
}
