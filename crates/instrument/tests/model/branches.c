// Conditionals of every kind: nested ifs, loops, && and || as conditions and as values, ?:.
int nested(int a, int b) {
    if (a > 0) {
        if (b == 7)
            return 1;
        else if (!b)
            return 2;
    }
    return 3;
}

int sum(const unsigned char *p, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        if (p[i] == ' ')
            continue;
        if (p[i] == '\n')
            break;
        total += p[i];
    }
    return total;
}

int both(int a, int b) {
    if (a && b)
        return 10;
    if (a > 5 || b > 5)
        return 20;
    return 30;
}

int as_value(int a, int b, int c) {
    int both = a && b;
    int any = a || c;
    return both + 2 * any;
}

int until(int n) {
    int steps = 0;
    do {
        steps++;
        n = n & 1 ? 3 * n + 1 : n / 2;
    } while (n != 1 && steps < 100);
    return steps;
}

int always(int a) {
    if (sizeof(long) == 8)
        a++;
    if (a)
        if (a)
            return 1;
    return 0;
}

int threaded(int *p) {
    if (p && *p == 5)
        return 2;
    if (!p || *p > 100)
        return 1;
    return 0;
}
