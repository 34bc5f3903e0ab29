// A machine of five instructions, a `switch` of which each case only computes.
// options: --stdin 32 --time 10
// finding: SIGABRT
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char code[14];
    unsigned a = 1, b = 2, steps = 0;
    if (read(0, code, 14) != 14)
        return 1;
    for (int i = 0; i < 14; i++) {
        switch (code[i]) {
        case 'a':
            a += b;
            break;
        case 'b':
            b = (b << 1 | 1) & 0xff;
            break;
        case 'x':
            a ^= b;
            break;
        case 'm':
            a = (a * 5) & 0xffff;
            break;
        default:
            steps += 3;
            break;
        }
        steps++;
    }
    if (a == 1234 && steps > 20)
        abort();
    return 0;
}
