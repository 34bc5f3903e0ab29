// A machine of four instructions with a step counter.
// options: --stdin 32 --time 30 --coverage 15
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char code[14];
    int a = 1, b = 2, steps = 0;
    if (read(0, code, 14) != 14)
        return 1;
    for (int i = 0; i < 14; i++) {
        int op = code[i] & 3;
        if (op == 0)
            a += b;
        else if (op == 1)
            b = (b << 1 | 1) & 0xff;
        else if (op == 2)
            a ^= b;
        else
            a = (a * 5) & 0xffff;
        if (a > 100)
            steps += 2;
        else
            steps++;
    }
    if (a == 1234 && steps > 16)
        abort();
    return 0;
}
