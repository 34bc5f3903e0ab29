// A small negative number that becomes a large index.
// int: 0 1 -1 -2
#include "truth.h"
volatile int sink;
int numbers[2] = {5, 6};
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (B(x < 2)) {
        H int y = numbers[(unsigned)x]; // crash SIGSEGV
        if (B(y == 6)) {
            H sink = 1; // reachable
        }
    }
    H return 0; // reachable
}
