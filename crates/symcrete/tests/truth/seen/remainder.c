// A remainder traps as a division does.
// int: 0 1 7 11 999 1000
#include "truth.h"
volatile int sink;
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int y = 1000 % x; // crash SIGFPE
    if (B(y == 10)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
