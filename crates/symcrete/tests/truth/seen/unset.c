// A local variable that is never set.
// int: 0 3
// any
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    UNSET(int, u);
    H sink = x; // reachable
    if (B(u == 5)) {
        H sink = 1; // possible
    }
    H return 0; // reachable
}
