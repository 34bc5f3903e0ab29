// A pointer that is null unless the input is 3.
// int: 0 3 5
#include "truth.h"
volatile int sink;
int g;
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int *p = B(x == 3) ? &g : 0; // reachable
    H *p = 4; // crash SIGSEGV
    if (B(g == 4)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
