// The callee follows the pointer.
// int: 0 3 5
#include "truth.h"
volatile int sink;
int g = 6;
int follow(const int *p) {
    H return *p; // crash SIGSEGV
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = 0;
    if (B(x > 4)) {
        H p = &g; // reachable
    }
    H int y = follow(p); // reachable
    if (B(y == 6)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
