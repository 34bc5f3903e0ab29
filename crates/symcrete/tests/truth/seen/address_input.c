// An input is the address of a variable.
// int: 0 3
// int: 0 3
// any
#include "truth.h"
volatile int sink;
int g;
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    uintptr_t p = (uintptr_t)(unsigned)x | (uintptr_t)(unsigned)y << 32;
    H sink = x; // reachable
    if (B(EITHER(p == (uintptr_t)&g))) {
        H sink = 1; // possible
    }
    H return 0; // reachable
}
