// A branch that hangs on the clock: what one run saw is not all there is.
// any
// int: 0 1
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    H sink = x; // reachable
    if (B(EITHER(time(0) & 1))) {
        H sink = 1; // possible
    } else {
        H sink = 2; // possible
    }
    H return 0; // reachable
}
