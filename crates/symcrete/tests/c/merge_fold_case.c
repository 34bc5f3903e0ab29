// A comparison that ignores case, by hand, with a checksum.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

static int lower(int c) {
    if (c >= 'A' && c <= 'Z')
        return c + 32;
    return c;
}

int main(void) {
    char d[9];
    int same = 1, sum = 0;
    if (read(0, d, 9) != 9)
        return 1;
    for (int i = 0; i < 8; i++) {
        if (lower(d[i]) != "symcrete"[i])
            same = 0;
        sum += d[i];
    }
    if (same && (sum & 0x7f) == d[8] && d[0] == 'S')
        abort();
    return 0;
}
