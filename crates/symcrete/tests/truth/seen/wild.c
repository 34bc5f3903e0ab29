// A number taken as an address.
// int: 0 1 8 12
#include "truth.h"
volatile int sink;
int g = 7;
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int *p = B(x == 8) ? &g : (int *)(uintptr_t)(x & 15); // reachable
    H int y = *p; // crash SIGSEGV
    if (B(y == 7)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
