// A read that leaves a local array by a few elements meets another one in the plain program.
// int: 0 1 2 3 4 5 6 7
#include "truth.h"
volatile int sink;
int main(void) {
    int above[4] = {5, 6, 77, 8}, list[4] = {1, 2, 3, 4}, below[4] = {5, 6, 77, 8};
    int x = __VERIFIER_nondet_int();
    H sink = above[1] + below[2]; // reachable
    if (B(list[PAST(x & 7)] == 77)) {
        H sink = 1; // hidden
    }
    H return 0; // reachable
}
