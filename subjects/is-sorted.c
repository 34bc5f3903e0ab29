/* The worked example of the IPPC publication: are three numbers in order? From 0, 0, 0 depth-first search
 * asks about 3, 2 and 1 conditions with the whole prefix, about one each with partial constraints. */
#include <crest.h>

static int is_sorted(int a, int b, int c) {
    if (a > b)
        return 0;
    if (a > c)
        return 0;
    if (b > c)
        return 0;
    return 1;
}

int main(void) {
    int a, b, c;
    CREST_int(a);
    CREST_int(b);
    CREST_int(c);
    return is_sorted(a, b, c);
}
