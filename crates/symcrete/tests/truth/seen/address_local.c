// Bits of the address of a local variable.
// int: 0 3
// any
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int local = x; // reachable
    if (B(EITHER(((uintptr_t)&local >> 4) & 1))) {
        H sink = local; // possible
    } else {
        H sink = local; // possible
    }
    H return 0; // reachable
}
