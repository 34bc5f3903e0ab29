// Structures among further arguments (...) lie in memory, and numbers behind them in registers all the same.
// uchar: 0 7 99
#include <stdarg.h>
#include "truth.h"
volatile int sink;
struct wide { long one, two, three; };
struct __attribute__((aligned(16))) even { long one, two, three, four; };
int taken(int count, ...) {
    va_list list;
    va_start(list, count);
    struct wide wide = va_arg(list, struct wide);
    int after = va_arg(list, int);
    struct even even = va_arg(list, struct even);
    va_end(list);
    if (B(wide.three == 7)) {
        H sink = 1; // reachable
    }
    if (B(even.two == 99)) {
        H sink = 2; // reachable
    }
    H return after; // reachable
}
int main(void) {
    int x = __VERIFIER_nondet_uchar();
    struct wide wide = {1, 2, x};
    struct even even = {1, x, 3, 4};
    H sink = taken(3, wide, x, even); // reachable
    if (B(sink == 99)) {
        H sink = 3; // reachable
    }
    H return 0; // reachable
}
