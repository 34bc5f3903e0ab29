// A table of strings with a null entry, given to libc.
// int: 0 1 2
#include "truth.h"
volatile int sink;
const char *names[3] = {0, "one", "four"};
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (B((unsigned)x < 3)) {
        H int n = (int)strlen(names[x]); // crash SIGSEGV
        if (B(n == 4)) {
            H sink = 1; // reachable
        }
    }
    H return 0; // reachable
}
