// What realloc adds to a block was never set.
// any
// int: 0 1 2 3
#include "truth.h"
volatile int sink;
int main(void) {
    int *list = calloc(2, 4);
    int x = __VERIFIER_nondet_int();
    H list = GROWN(list, 8, 64); // reachable
    if (B(list[(x & 3) + 1] == 5)) {
        H sink = 1; // possible
    }
    H return 0; // reachable
}
