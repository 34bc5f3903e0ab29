// A write far away.
// int: 0 1 2 3
#include "truth.h"
volatile int sink;
int numbers[2] = {5, 6};
int main(void) {
    int x = __VERIFIER_nondet_int();
    H numbers[(long)(x & 3) * 0x3000000000] = 9; // crash SIGSEGV
    if (B(numbers[0] == 9)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
