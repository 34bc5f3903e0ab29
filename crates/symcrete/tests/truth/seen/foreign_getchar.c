// A library built by gcc reads standard input with getchar, after the program did.
// stdin: - 61 6261 6262
// foreign
#include "truth.h"
volatile int sink;
int foreign_getchar(void);
int main(void) {
    H int x = getchar(); // reachable
    H int y = foreign_getchar(); // reachable
    if (B(y == 'a')) {
        H sink = x; // hidden
    }
    H return 0; // reachable
}
