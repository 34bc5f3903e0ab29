// The bytes between the members are copied and decide nothing.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct s { char c; int i; };
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    struct s s, copy;
    s.c = 0;
    s.i = c & 1;
    memcpy(&copy, &s, sizeof s);
    struct s again = copy;
    if (again.i > 1 || again.c) reach_error();
    return 0;
}
