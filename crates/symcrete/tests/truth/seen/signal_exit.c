// A handler catches the fault and leaves.
// int: 0 1 3 10
#include "truth.h"
volatile int sink;
void leave(int s) {
    H _exit(s & 1); // reachable
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    H signal(SIGFPE, leave); // reachable
    H sink = 30 / x; // reachable
    if (B(sink == 10)) {
        H sink = 2; // reachable
    }
    H return 0; // reachable
}
