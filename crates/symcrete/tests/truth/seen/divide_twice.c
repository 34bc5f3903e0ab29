// One fault hides another: the second division is behind the first.
// int: 0 1 3 4
// int: 0 1 3 4
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    H int q = 12 / x; // crash SIGFPE
    H int s = q / (d - 3); // crash SIGFPE
    if (B(s == 4)) {
        H sink = 1; // reachable
    }
    if (B(q == 5)) {
        H sink = 2; // never
    }
    H return 0; // reachable
}
