/* Floor of the square root of an integer, bit by bit, without floating point. The root found so far is
 * fixed by the path, so every condition compares the input with a constant. */
#include <crest.h>

static int root_of(int n) {
    int root = 0;
    if (n < 0)
        return -1;
    if (n == 0)
        return 0;
    for (int bit = 16384; bit > 0; bit /= 2) {
        int next = root + bit;
        if (next <= 46340 && n >= next * next)
            root = next;
    }
    return root;
}

int main(void) {
    int n;
    CREST_int(n);
    return root_of(n) < 0;
}
