// Which of two variables lies first is the linker's choice.
// int: 0 3
// any
#include "truth.h"
volatile int sink;
int g, h;
int main(void) {
    int x = __VERIFIER_nondet_int();
    H sink = x; // reachable
    if (B(EITHER((uintptr_t)&g < (uintptr_t)&h))) {
        H sink = 1; // possible
    } else {
        H sink = 2; // possible
    }
    H return 0; // reachable
}
