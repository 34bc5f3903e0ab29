// A counter that saturates at both ends.
// options: --stdin 32 --time 40 --coverage 23
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[12];
    int level = 4, lowest = 4;
    if (read(0, d, 12) != 12)
        return 1;
    for (int i = 0; i < 12; i++) {
        if (d[i] & 1) {
            if (level < 7)
                level++;
        } else {
            if (level > 0)
                level--;
        }
        if (level < lowest)
            lowest = level;
    }
    if (level == 7 && lowest == 0 && (d[11] & 1) == 0)
        return 2;
    if (level == 6 && lowest == 0 && (d[0] & 1))
        abort();
    return 0;
}
