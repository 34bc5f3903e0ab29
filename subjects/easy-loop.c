/* A countdown until a value: how often the loop runs depends on the input. */
#include <crest.h>
#include <stdio.h>

static void countdown(int x) {
    int steps = 0;
    while (x > 5) {
        x--;
        steps++;
    }
    if (x == 5 && steps == 30)
        puts("error"); /* TARGET */
}

int main(void) {
    int x;
    CREST_int(x);
    if (x > 10000)
        return 0;
    countdown(x);
    return 0;
}
