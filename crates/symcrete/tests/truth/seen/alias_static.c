// The same with a static variable of the function.
// uchar: 0 6 7 8
#include "truth.h"
volatile int sink;
int main(void) {
    int b = __VERIFIER_nondet_uchar(), k = 0;
    static int pair[2]; int *one = &pair[0], *two = &pair[k & 1];
    if (B(b == 7)) {
        H *one = 1; // reachable
    }
    if (B(*two == 1)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
