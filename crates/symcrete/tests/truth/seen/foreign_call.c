// A library built by gcc calls back.
// int: 0 3 5
// foreign
#include "truth.h"
volatile int sink;
int foreign_call(int (*)(int), int);
int called(int v) {
    if (B(v == 5)) {
        H return 1; // hidden
    }
    H return v + 1; // reachable
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int y = foreign_call(called, x); // reachable
    if (B(y == 4)) {
        H sink = 1; // hidden
    }
    H return 0; // reachable
}
