// What merging must keep apart: a choice stays tied to its condition, aliases are those of the run, what may trap splits.
// options: --stdin 8
#include <unistd.h>

static int tied(int c) {
    int x;
    if (c > 100) // REACHED
        x = 1;
    else
        x = 2;
    if (x == 1) { // REACHED
        if (c <= 100) // NEVER
            return 1;
    }
    return 0;
}

static int aliased(int c, int d) {
    int v[2] = {0, 0};
    int *p = &v[0], *q = d == 9 ? &v[0] : &v[1]; // REACHED
    *p = 0;
    if (c == 'c') // REACHED
        *p = 1;
    if (*q == 1) { // REACHED
        if (c != 'c') // NEVER
            return 1;
        if (d != 9) // NEVER
            return 2;
    }
    return 0;
}

static int trapping(int x, int y) {
    int r = y != 0 ? x / y : 0; // REACHED
    if (r == 51) { // REACHED
        if (y == 0) // NEVER
            return 1;
    }
    return 0;
}

static int nested(int a, int b) {
    int n = 0;
    if (a > 10) { // REACHED
        if (b == 'k') // REACHED
            n++;
    }
    if (n == 1) { // REACHED
        if (a <= 10) // NEVER
            return 1;
    }
    return 0;
}

static int shifted(unsigned n, int c) {
    unsigned x = 1;
    if (n < 32) // REACHED
        x = x << n;
    if (n == 40) // REACHED
        x += 2;
    if (x == 1024) { // REACHED
        if (n != 10) // NEVER
            return 1;
        if (c == 5) // REACHED
            return 2;
    }
    return 0;
}

int main(void) {
    unsigned char b[8];
    if (read(0, b, 8) != 8)
        return 1;
    switch (b[7]) {
    case 0:
        return tied(b[0]);
    case 1:
        return aliased(b[0], b[1]);
    case 2:
        return trapping(b[0], b[1]);
    case 3:
        return nested(b[0], b[1]);
    case 4:
        return shifted(b[0], b[1]);
    }
    return 0;
}
