// Bits of the address of heap memory.
// int: 0 3
// any
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    H char *heap = malloc(24); // reachable
    if (B(EITHER(((uintptr_t)heap >> 4) & 1))) {
        H sink = 1; // possible
    } else {
        H sink = 2; // possible
    }
    H return 0; // reachable
}
