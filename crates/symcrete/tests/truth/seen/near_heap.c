// A read that leaves a block of the heap by a few elements meets the next one in the plain program.
// int: 0 1 2 3 4 5 6 7
#include "truth.h"
volatile int sink;
int main(void) {
    int *block = calloc(30, sizeof(int)), *beside = calloc(30, sizeof(int));
    int x = __VERIFIER_nondet_int();
    H beside[1] = 77; // reachable
    if (B(block[PAST((x & 7) + 28)] == 77)) {
        H sink = 1; // hidden
    }
    H return 0; // reachable
}
