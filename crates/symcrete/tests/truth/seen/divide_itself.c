// A quotient that is 1 wherever it exists: who computes it without dividing does not crash.
// int: 0 1 3
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    H sink = x / x; // crash SIGFPE
    if (B(x == 3)) {
        H sink = 2; // reachable
    }
    H return 0; // reachable
}
