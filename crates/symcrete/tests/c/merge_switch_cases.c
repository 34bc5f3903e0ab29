// What merging a `switch` must keep apart: a value stays tied to its case, falling through to both of them, what may trap splits.
// options: --stdin 8
#include <unistd.h>

static int tied(int c) {
    int x = 0;
    switch (c) {
    case 'a':
        x = 1;
        break;
    case 'b':
        x = 2;
    case 'c': // what 'b' does as well
        x += 10;
        break;
    default:
        x = 3;
    }
    if (x == 12) { // REACHED
        if (c != 'b') // NEVER
            return 1;
    }
    if (x == 10) { // REACHED
        if (c == 'b') // NEVER
            return 2;
        if (c != 'c') // NEVER
            return 3;
    }
    if (x == 13) // NEVER
        return 4;
    if (x == 3) // REACHED
        return 5;
    return 0;
}

static int summed(const unsigned char *b) {
    int sum = 0, rest = 0;
    for (int i = 0; i < 6; i++)
        switch (b[i] & 7) {
        case 0:
            sum += 1;
            break;
        case 1:
            sum += 10;
            break;
        case 2:
            sum += 100;
            break;
        default:
            rest++;
        }
    if (sum == 213) { // REACHED
        if (rest != 0) // NEVER
            return 1;
    }
    if (sum == 33) // REACHED
        return 2;
    if (sum == 34) // NEVER
        return 3;
    return 0;
}

static int guarded(int a, int b) {
    int n = 5;
    if (a > 10) { // REACHED
        switch (b) {
        case 'k':
            n = 6;
            break;
        case 'l':
            n = 7;
            break;
        }
    }
    if (n == 7) { // REACHED
        if (a <= 10) // NEVER
            return 1;
        if (b == 'k') // NEVER
            return 2;
    }
    return 0;
}

static int trapping(int x, int y) {
    int r = 0;
    switch (x) {
    case 1:
        r = 100 / y;
        break;
    case 2:
        r = 50;
        break;
    }
    if (r == 50) { // REACHED
        if (x == 1) { // REACHED
            if (y != 2) // NEVER
                return 1;
        }
    }
    return 0;
}

static int stored(int c, int d) {
    int v[2] = {0, 0}, *p = &v[0], *q = d == 9 ? &v[0] : &v[1]; // REACHED
    *p = 0;
    *q = 0;
    switch (c) {
    case 1:
        *p = 4;
        break;
    case 2:
        *q = 5;
        break;
    }
    if (v[0] == 5) { // REACHED
        if (d != 9) // NEVER
            return 1;
        if (c == 1) // NEVER
            return 2;
    }
    if (v[1] == 4) // NEVER
        return 3;
    return 0;
}

int main(void) {
    unsigned char b[8];
    if (read(0, b, 8) != 8)
        return 1;
    if (b[7] == 0)
        return tied(b[0]);
    if (b[7] == 1)
        return summed(b);
    if (b[7] == 2)
        return guarded(b[0], b[1]);
    if (b[7] == 3 && b[1] != 0)
        return trapping(b[0], b[1]);
    if (b[7] == 4)
        return stored(b[0], b[1]);
    return 0;
}
