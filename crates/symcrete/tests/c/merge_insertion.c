// An insertion sort without an early end, with conditions on what is sorted.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[7];
    int a[7], moved = 0, k = 0;
    if (read(0, d, 7) != 7)
        return 1;
    for (int i = 0; i < 7; i++) {
        a[i] = d[i];
        for (int j = i; j > 0; j--) {
            int low = a[j - 1], high = a[j];
            if (low > high) {
                a[j - 1] = high;
                a[j] = low;
                moved |= 1 << k;
            }
            k++;
        }
    }
    if (a[0] == 10 && a[1] == 10 && a[6] == 250 && a[4] == 128 && moved == 0x79c5b)
        abort();
    return 0;
}
