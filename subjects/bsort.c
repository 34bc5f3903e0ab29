/* Bubble sort of 30 integers, stopped when a pass changed nothing; the result is checked. */
#include <crest.h>

#define COUNT 30

static void sort(int *v, int n) {
    int swapped = 1;
    while (swapped && n > 1) {
        swapped = 0;
        for (int i = 0; i + 1 < n; i++)
            if (v[i] > v[i + 1]) {
                int held = v[i];
                v[i] = v[i + 1];
                v[i + 1] = held;
                swapped = 1;
            }
        n--;
    }
}

int main(void) {
    int v[COUNT];
    for (int i = 0; i < COUNT; i++)
        CREST_int(v[i]);
    sort(v, COUNT);
    for (int i = 0; i + 1 < COUNT; i++)
        if (v[i] > v[i + 1])
            return 1;
    return 0;
}
