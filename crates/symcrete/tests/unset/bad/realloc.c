// never set: realloc, line 10, read in line 11
// What realloc adds is not set.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    char *p = calloc(1, 24);
    p[0] = (char)c;
    p = realloc(p, 200);
    if (p[150] == 5) reach_error();
    return p[0] == 3;
}
