// A quotient that is 0 wherever it exists.
// int: 0 1 3
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    int nothing = 0;
    H sink = nothing / x; // crash SIGFPE
    if (B(x == 3)) {
        H sink = 2; // reachable
    }
    H return 0; // reachable
}
