// A table of functions with null entries.
// int: 0 1 2 3
#include "truth.h"
volatile int sink;
int more(int v) {
    H return v + 1; // reachable
}
int (*table[4])(int) = {0, more, 0, more};
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int y = table[x & 3](x); // crash SIGSEGV
    if (B(y == 4)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
