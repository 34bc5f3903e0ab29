// A library built by gcc reads standard input with read.
// known failure: a reader outside is not known
// stdin: - 61 62
// foreign
#include "truth.h"
volatile int sink;
int foreign_read(void);
int main(void) {
    H int y = foreign_read(); // reachable
    if (B(y == 'a')) {
        H sink = 1; // reachable
    }
    H return 0; // reachable
}
