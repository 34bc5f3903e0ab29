// A jump out of a callee leaves what follows the call.
// int: 0 1 3
#include "truth.h"
volatile int sink;
jmp_buf place;
void back(int v) {
    if (B(v == 3)) {
        H longjmp(place, 1); // reachable
    }
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (B(setjmp(place) == 0)) {
        H back(x); // reachable
        H sink = 1; // reachable
        if (B(x == 3)) {
            H sink = 2; // never
        }
    } else {
        H sink = 3; // reachable
    }
    H return 0; // reachable
}
