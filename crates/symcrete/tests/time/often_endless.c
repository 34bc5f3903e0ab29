// Most commands lead into one of several loops without end.
#include <stdio.h>

int main(void) {
    int c, state = 0, n = 0;
    while ((c = getchar()) != EOF) {
        if (c == 'a') {
            state++;
        } else if (c == 'b') {
            while (state == 1)
                n++;
            state = 0;
        } else if (c == 'c') {
            while (state == 2)
                n++;
            state += 2;
        } else if (c == 'd') {
            while (state != 7)
                n++;
            puts("seven");
        } else if (c == 'f') {
            while (state != 5)
                n--;
            puts("five");
        } else if (c > 'x') {
            for (;;)
                n ^= c;
        } else if (c == 'g' && state == 4) {
            puts("four");
        }
    }
    return n & 1;
}
