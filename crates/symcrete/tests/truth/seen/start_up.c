// Two million rounds before the first input.
// slow
// int: 0 1 3
#include "truth.h"
volatile int sink;
int main(void) {
    for (int i = 0; B(i < 2000000); i++) {
        sink = i;
    }
    int x = __VERIFIER_nondet_int();
    if (B(x == 3)) {
        H sink = 2; // reachable
    }
    H return 0; // reachable
}
