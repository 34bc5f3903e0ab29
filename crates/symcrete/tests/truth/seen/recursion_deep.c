// A recursion that fits the stack of the plain program and perhaps of no other.
// slow
// int: 0 1 3
#include "truth.h"
volatile int sink;
int depth(int v) {
    volatile char frame[64];
    H frame[0] = 1; // reachable
    if (B(v <= 0)) {
        H return 1; // reachable
    }
    H return depth(v - 1) + frame[0]; // reachable
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int y = depth(B(x == 3) ? 30000 : 1); // reachable
    if (B(y > 2)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
