// What was there stays set, and what is added is set before it is read.
// outside: an allocation may fail, so exploring is no proof
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    char *p = calloc(1, 24);
    p[0] = (char)c;
    p = realloc(p, 200);
    memset(p + 24, 1, 176);
    if (p[20] == 5 || p[150] == 5) reach_error();
    return p[0] == 3;
}
