// A library built by gcc reads standard input with read.
// int: 0 3
// stdin: - 61 62
// foreign
#include "truth.h"
volatile int sink;
int foreign_read(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int y = foreign_read(); // reachable
    if (B(y == 'a')) {
        H sink = 1; // hidden
    }
    if (B(x == 3)) {
        H sink = 2; // reachable
    }
    H return 0; // reachable
}
