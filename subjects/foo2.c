/* A flag program of the GCT publication: the target needs all of a and at least one of b equal 5.
 * The flags fa and fb do not depend on the input by data, only by control. Sizes by -DN=n. */
#include <crest.h>
#include <stdio.h>

#ifndef N
#define N 4
#endif

static void foo(int a[N], int b[N]) {
    int fa = 0, fb = 0;
    fa = 1;
    for (int i = 0; i < N; i++)
        if (a[i] != 5)
            fa = 0;
    if (fa == 1) {
        for (int i = 0; i < N; i++)
            if (b[i] == 5)
                fb = 1;
        if (fb == 1)
            puts("target"); /* TARGET */
        else
            puts("b");
    } else {
        puts("a");
    }
}

int main(void) {
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        CREST_int(a[i]);
    for (int i = 0; i < N; i++)
        CREST_int(b[i]);
    foo(a, b);
    return 0;
}
