// An array of which one element is set.
// int: 0 1 3
// any
#include "truth.h"
volatile int sink;
typedef int four[4];
int main(void) {
    int x = __VERIFIER_nondet_int();
    UNSET(four, u);
    H u[1] = x; // reachable
    if (B(u[x & 3] == 5)) {
        H sink = 1; // possible
    }
    H return 0; // reachable
}
