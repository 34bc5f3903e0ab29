// A loop without end for one input.
// slow
// int: 0 1 3
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    while (B(x == 3)) {
        H sink = 1; // hang
    }
    if (B(x == 1)) {
        H sink = 2; // reachable
    }
    H return 0; // reachable
}
