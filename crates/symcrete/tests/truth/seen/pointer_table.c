// A table of pointers with a null entry, at an index from the input.
// int: 0 1 2 3 6
#include "truth.h"
volatile int sink;
int g = 7, h = 8;
int *table[4] = {0, &g, 0, &h};
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int *p = table[x & 3]; // reachable
    H int y = *p; // crash SIGSEGV
    if (B(y == 8)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
