// Bits of the address of a function.
// int: 0 3
// any
#include "truth.h"
volatile int sink;
int one(int v) {
    return v;
}
int two(int v) {
    return v + v;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int (*f)(int) = B(x == 3) ? one : two; // reachable
    if (B(EITHER(((uintptr_t)f >> 5) & 1))) {
        H sink = f(1); // possible
    } else {
        H sink = f(2); // possible
    }
    H return 0; // reachable
}
