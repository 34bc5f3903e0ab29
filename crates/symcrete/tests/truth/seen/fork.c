// A child process takes the other side of a branch.
// int: 0 3
#include "truth.h"
volatile int sink;
int main(void) {
    int status = 0, x = __VERIFIER_nondet_int();
    H pid_t child = fork(); // reachable
    if (B(child == 0)) {
        H _exit(x == 3); // hidden
    }
    H waitpid(child, &status, 0); // reachable
    H return status != 0; // reachable
}
