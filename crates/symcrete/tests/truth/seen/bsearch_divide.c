// The comparator of a binary search divides.
// int: 0 1 3 5
#include "truth.h"
volatile int sink;
int list[3] = {1, 3, 5};
int order(const void *left, const void *right) {
    int u = *(const int *)left, v = *(const int *)right;
    H sink = 100 / u; // crash SIGFPE
    H return u - v; // reachable
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    H int *found = bsearch(&x, list, 3, sizeof(int), order); // reachable
    if (B(found == list + 2)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
