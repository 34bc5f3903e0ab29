// A null pointer ends the run in a callee; the branch behind the call is taken by nobody then.
// covered
// int: 0 3
#include "truth.h"
volatile int sink;
int r, g = 1, *p;
int follow(const int *q) {
    H return *q; // crash SIGSEGV
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    H p = B(x == 3) ? &g : 0; // reachable
    H r = follow(p); // reachable
    if (B(r == g)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
