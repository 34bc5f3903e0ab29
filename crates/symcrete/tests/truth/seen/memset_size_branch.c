// A size that faults, behind a branch.
// hidden crash: only a few sizes are tried, and none of them leaves the address space
// int: 0 1
// int: 0 5 -3
#include "truth.h"
volatile int sink;
char room[4096];
int main(void) {
    int x = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    if (B(x == 1)) {
        H memset(room, 1, (size_t)(long)n); // crash SIGSEGV
        if (B(n == 5)) {
            H sink = 1; // reachable
        }
    }
    H return 0; // reachable
}
