// Functions that are called by pointers to functions of other types.
// uchar: 0 33 66 99
#include "truth.h"
volatile int sink;
long three(long a, long b) { return a * 3 + b; }
int (*volatile as_int)(long, long) = (int (*)(long, long))three;
long (*volatile of_int)(int, int) = (long (*)(int, int))three;
int main(void) {
    int x = __VERIFIER_nondet_uchar();
    H sink = as_int(x, 1); // reachable
    if (B(sink == 100)) {
        H sink = 1; // reachable
    }
    H sink = of_int(x, 1) == 199; // reachable
    if (B(sink)) {
        H sink = 2; // reachable
    }
    H return 0; // reachable
}
