// A division by an input: the fault comes first, and what lies behind it is reached all the same.
// int: 0 1 14 100 -5
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int y = 100 / x; // crash SIGFPE
    if (B(y == 7)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
