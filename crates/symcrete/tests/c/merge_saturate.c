// A counter that saturates at both ends.
// options: --stdin 32
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char d[20];
    int level = 4, lowest = 4;
    if (read(0, d, 20) != 20)
        return 1;
    for (int i = 0; i < 20; i++) {
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
    if (level == 7 && lowest == 0 && (d[19] & 1) == 0)
        return 2;
    if (level == 6 && lowest == 0 && (d[0] & 1))
        abort();
    return 0;
}
