/* A loop of x rounds with a modulo, then a test of what it counted and one of an external function: the
 * challenges of the symcretic publication. Both targets are reachable, the first after hundreds of rounds. */
#include <crest.h>
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 1000
#endif

static void challenges(int x, double u) {
    int res = 0;
    for (int i = 0; i < x; i++) {
        int rest = i % 3;
        if (rest == 0)
            res = res + 2;
        else
            res = res + 1;
    }
    if (res == N) {
        puts("counted"); /* TARGET 1 */
        if (sin(u) > 0.5)
            puts("error"); /* TARGET 2 */
    }
}

int main(void) {
    int x;
    double u;
    CREST_int(x);
    CREST_double(u);
    if (x > 100000)
        return 0;
    challenges(x, u);
    return 0;
}
