// A handler catches the null pointer and jumps back.
// known failure: after a fault that a handler catches, what the other inputs do is not asked for
// int: 0 1 3 10
#include "truth.h"
volatile int sink;
int g;
sigjmp_buf place;
void jump(int s) {
    H siglongjmp(place, s); // reachable
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    H signal(SIGSEGV, jump); // reachable
    if (B(sigsetjmp(place, 1) == 0)) {
        H int *p = B(x > 2) ? &g : 0; // reachable
        H *p = x; // reachable
        if (B(g == 10)) {
            H sink = 2; // reachable
        }
    } else {
        H sink = 3; // reachable
    }
    H return 0; // reachable
}
