// A local variable that is set for some inputs.
// int: 0 3
// any
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    UNSET(int, u);
    if (B(x == 3)) {
        H u = 7; // reachable
    }
    if (B(u == 5)) {
        H sink = 1; // possible
    }
    if (B(x > u)) {
        H sink = 2; // possible
    }
    H return 0; // reachable
}
