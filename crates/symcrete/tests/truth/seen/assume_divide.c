// The fault is inside an assumption.
// int: 6 4 0
// int: 3 2 0 1
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    H __VERIFIER_assume(x / d == 2); // crash SIGFPE
    if (B(d == 3)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
