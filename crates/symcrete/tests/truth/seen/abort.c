// An assertion and an abort, each behind an input.
// int: 0 1 5
// int: 0 2 7
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    H assert(x != 5); // crash SIGABRT
    if (B(y == 7)) {
        H abort(); // crash SIGABRT
    }
    H return 0; // reachable
}
