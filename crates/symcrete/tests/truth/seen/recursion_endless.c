// A recursion that uses the stack up for some inputs.
// slow
// int: 0 1 3 -1
#include "truth.h"
volatile int sink;
int depth(int v) {
    volatile char frame[200];
    H frame[0] = 1; // reachable
    if (B(v == 0)) {
        H return 1; // reachable
    }
    H return depth(v - 1) + frame[0]; // crash SIGSEGV
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int y = depth(x); // reachable
    if (B(y == 4)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
