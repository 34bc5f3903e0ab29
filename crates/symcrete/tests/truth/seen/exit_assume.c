// An assumption made with exit.
// int: 0 1 3
#include "truth.h"
volatile int sink;
void require(int holds) {
    if (B(!holds)) {
        H exit(0); // reachable
    }
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    H require(x != 3); // reachable
    if (B(x == 3)) {
        H sink = 1; // never
    }
    if (B(x == 1)) {
        H sink = 2; // reachable
    }
    H return 0; // reachable
}
