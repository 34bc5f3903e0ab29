/* Sorts the bytes of the input by insertion: symbolic loads, stores and comparisons. */
#include <stdio.h>

int main(void) {
    static unsigned char in[1024];
    size_t n = fread(in, 1, sizeof in, stdin);
    for (size_t i = 1; i < n; i++) {
        unsigned char key = in[i];
        size_t k = i;
        for (; k > 0 && in[k - 1] > key; k--) in[k] = in[k - 1];
        in[k] = key;
    }
    return n > 1 && in[0] > in[n - 1];
}
