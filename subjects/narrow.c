/* An artifact of machine arithmetic: the absolute value of one integer is negative. Bit-vectors know which;
 * heuristic search does not find it. The negation is unsigned, so that overflow is defined. */
#include <crest.h>
#include <stdio.h>

static int absolute(int x) {
    return x < 0 ? (int)(0u - (unsigned)x) : x;
}

int main(void) {
    int x;
    CREST_int(x);
    int y = absolute(x);
    if (y < 0)
        puts("error"); /* TARGET */
    return 0;
}
