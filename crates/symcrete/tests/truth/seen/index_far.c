// An index that leaves the address space.
// int: 0 1 2 -1
#include "truth.h"
volatile int sink;
int numbers[2] = {5, 6};
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int y = numbers[(long)x << 45]; // crash SIGSEGV
    if (B(y == 5)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
