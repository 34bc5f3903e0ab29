// The same by a pointer that a function is given: nothing says which variable it indexes.
// int: 0 1 2 3 4 5 6 7
#include "truth.h"
volatile int sink;
int at(const int *list, int index) {
    H return list[PAST(index & 7)]; // reachable
}
int main(void) {
    int above[4] = {5, 6, 77, 8}, list[4] = {1, 2, 3, 4}, below[4] = {5, 6, 77, 8};
    int x = __VERIFIER_nondet_int();
    H sink = above[1] + below[2]; // reachable
    if (B(at(list, x) == 77)) {
        H sink = 1; // hidden
    }
    H return 0; // reachable
}
