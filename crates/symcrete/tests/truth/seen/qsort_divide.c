// A comparator that divides.
// int: 0 1 4 9
#include "truth.h"
volatile int sink;
int order(const void *left, const void *right) {
    int u = *(const int *)left, v = *(const int *)right;
    H sink = 100 / (u - 4); // crash SIGFPE
    H return u - v; // reachable
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int list[3] = {x, 2, 9};
    H qsort(list, 3, sizeof(int), order); // reachable
    if (B(list[0] == 1)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
