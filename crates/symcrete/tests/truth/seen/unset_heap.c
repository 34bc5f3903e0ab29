// Fresh heap memory.
// int: 0 1 3
// any
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    int *u = FRESH(16);
    H sink = x; // reachable
    if (B(u[1] == 5)) {
        H sink = 1; // possible
    }
    H return 0; // reachable
}
