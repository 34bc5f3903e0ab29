// The fault comes after a branch, and hangs on another value.
// int: 0 1 2
// int: 0 1 5 40
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    if (B(x == 1)) {
        H sink = 80 / d; // crash SIGFPE
        if (B(sink == 16)) {
            H sink = 2; // reachable
        }
    } else {
        H sink = 3; // reachable
    }
    H return 0; // reachable
}
