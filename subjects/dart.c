/* The usual example of concolic execution: a non-linear condition, then one on an external function. */
#include <crest.h>
#include <math.h>
#include <stdio.h>

static void test(int x, int y, double z) {
    if ((long)x * x * x > 0) {
        if (x > 0 && y == 10)
            puts("first error"); /* TARGET 1 */
    } else if (x > 0 && y == 20) {
        puts("never");
    }
    if ((long)x * x == 144 && y != 10) {
        if (cos(z) < -0.5)
            puts("second error"); /* TARGET 2 */
    }
}

int main(void) {
    int x, y;
    double z;
    CREST_int(x);
    CREST_int(y);
    CREST_double(z);
    if (x > 1000 || x < -1000)
        return 0;
    test(x, y, z);
    return 0;
}
