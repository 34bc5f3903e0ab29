// A quotient that nobody uses: the plain program divides all the same.
// int: 0 1 3
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int unused = 7 / x; // crash SIGFPE
    if (B(x == 3)) {
        H sink = 2; // reachable
    }
    H return 0; // reachable
}
