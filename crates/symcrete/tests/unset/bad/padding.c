// never set: s, line 10, read in line 14
// The bytes between the members are compared too.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct s { char c; int i; };
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    struct s s, zero;
    memset(&zero, 0, sizeof zero);
    s.c = 0;
    s.i = c & 1;
    if (memcmp(&s, &zero, sizeof s) > 1) reach_error();
    return 0;
}
