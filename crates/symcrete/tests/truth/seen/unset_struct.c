// A member of a struct that a callee gets.
// int: 0 1 3
// any
#include "truth.h"
volatile int sink;
struct pair { int one, other; };
int second(struct pair u) {
    H return u.other; // reachable
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    UNSET(struct pair, u);
    H u.one = x; // reachable
    H int y = second(u); // reachable
    if (B(y == 5)) {
        H sink = 1; // possible
    }
    H return 0; // reachable
}
