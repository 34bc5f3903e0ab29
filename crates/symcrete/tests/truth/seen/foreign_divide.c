// A library built by gcc divides.
// int: 0 1 5 10
// foreign
#include "truth.h"
volatile int sink;
int foreign_divide(int, int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int y = foreign_divide(100, x); // crash SIGFPE
    if (B(y == 20)) {
        H sink = 1; // hidden
    }
    H return 0; // reachable
}
