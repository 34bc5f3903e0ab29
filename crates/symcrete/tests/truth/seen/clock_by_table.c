// A branch that hangs on the clock, which is asked through a table of functions.
// any
// int: 0 1
#include "truth.h"
volatile int sink;
volatile int which = 1;
static long constant(long *at) { return 4; }
static const struct { long (*now)(long *); } clocks[2] = {{constant}, {(long (*)(long *))time}};
int main(void) {
    int x = __VERIFIER_nondet_int();
    H sink = x; // reachable
    char set[8];
    set[x & 3] = 1;
    sink = set[x & 3];
    if (B(EITHER(clocks[which].now(0) & 1))) {
        H sink = 1; // possible
    } else {
        H sink = 2; // possible
    }
    H return 0; // reachable
}
