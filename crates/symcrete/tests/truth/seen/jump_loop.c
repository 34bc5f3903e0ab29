// A jump from a loop back to before it.
// int: 0 1 3
#include "truth.h"
volatile int sink;
jmp_buf place;
int main(void) {
    int x = __VERIFIER_nondet_int();
    volatile int round = 0;
    H sink = setjmp(place); // reachable
    for (int i = 0; B(i < 3); i++) {
        if (B(i == x)) {
            if (B(round == 0)) {
                H round = 1; // reachable
                H longjmp(place, 7); // reachable
            }
        }
    }
    if (B(sink == 7)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
