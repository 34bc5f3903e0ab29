// A bubble sort, with conditions on what is sorted.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

static void sort(unsigned char *a, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < n - i; j++)
            if (a[j] > a[j + 1]) {
                unsigned char t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
}

int main(void) {
    unsigned char a[8];
    if (read(0, a, 8) != 8)
        return 1;
    sort(a, 8);
    if (a[0] == 3 && a[3] == 77 && a[7] == 200 && a[5] == a[4] + 1)
        abort();
    return 0;
}
