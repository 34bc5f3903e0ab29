// A copy to nowhere.
// int: 0 3 5
#include "truth.h"
volatile int sink;
char text[4];
int main(void) {
    int x = __VERIFIER_nondet_int();
    char *p = B(x == 3) ? text : 0;
    H memcpy(p, "ab", 2); // crash SIGSEGV
    if (B(p[1] == 'b')) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
