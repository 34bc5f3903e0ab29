// A copy that is too long by gigabytes.
// int: 0 1 2 3
#include "truth.h"
volatile int sink;
char room[4096], other[4096];
int main(void) {
    int x = __VERIFIER_nondet_int();
    H memcpy(room, other, (size_t)(x & 3) << 32); // crash SIGSEGV
    if (B((x & 3) == 0)) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
