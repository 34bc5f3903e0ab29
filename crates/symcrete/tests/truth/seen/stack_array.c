// A local array that the stack has room for or not.
// hidden crash: a stack that is used up ends at a line of the compiler's choice
// int: 0 1 3
#include "truth.h"
volatile int sink;
int room(unsigned size) {
    H volatile char local[size]; local[0] = 1; // crash SIGSEGV
    H return local[0]; // reachable
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int y = room(B(x == 3) ? 1u << 24 : 16); // reachable
    if (B(y == 1)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
