// A handler catches the fault and jumps back.
// int: 0 1 3 10
#include "truth.h"
volatile int sink;
sigjmp_buf place;
void jump(int s) {
    H siglongjmp(place, s); // reachable
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    H signal(SIGFPE, jump); // reachable
    if (B(sigsetjmp(place, 1) == 0)) {
        H sink = 30 / x; // reachable
        if (B(sink == 10)) {
            H sink = 2; // reachable
        }
    } else {
        H sink = 3; // reachable
    }
    H return 0; // reachable
}
