// The size of a copy that faults.
// hidden crash: only a few sizes are tried, and none of them leaves the address space
// int: 0 1 2 -1
#include "truth.h"
volatile int sink;
char room[4096];
int main(void) {
    int x = __VERIFIER_nondet_int();
    H memset(room, 1, (size_t)(long)x); // crash SIGSEGV
    if (B(x == 2)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
