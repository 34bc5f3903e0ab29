// The quotient that does not fit traps too.
// int: -2147483648 0 5 7
// int: -1 0 1 7
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    if (B(d != 0)) {
        H int q = x / d; // crash SIGFPE
        if (B(q == 5)) {
            H sink = 1; // reachable
        }
    }
    H return 0; // reachable
}
