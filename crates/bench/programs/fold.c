/* Folds every byte of the input into a hash, again and again: arithmetic only. */
#include <stdio.h>

int main(void) {
    static unsigned char in[1024];
    size_t n = fread(in, 1, sizeof in, stdin);
    unsigned h = 2166136261u;
    for (int round = 0; round < 100; round++)
        for (size_t i = 0; i < n; i++) h = (h ^ in[i]) * 16777619u;
    return h == 42;
}
