// A comparator that follows a pointer.
// int: 0 1 4
#include "truth.h"
volatile int sink;
const int one = 1, two = 2;
int order(const void *left, const void *right) {
    const int *u = *(const int *const *)left, *v = *(const int *const *)right;
    H return *u - *v; // crash SIGSEGV
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    const int *list[2] = {B(x == 4) ? &one : 0, &two};
    H qsort(list, 2, sizeof(int *), order); // reachable
    if (B(list[0] == &one)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
