// Two pointers into one local variable whose address goes nowhere, one of them by an index: what is written through the one is read through the other.
// uchar: 0 6 7 8
#include "truth.h"
volatile int sink;
int main(void) {
    int b = __VERIFIER_nondet_uchar(), k = 0;
    int pair[2] = {0, 0}, *one = &pair[0], *two = &pair[k & 1];
    if (B(b == 7)) {
        H *one = 1; // reachable
    }
    if (B(*two == 1)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
