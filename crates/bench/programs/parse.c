/* Reads numbers, names and brackets: several decisions per byte, as parsers make them. */
#include <stdio.h>

static unsigned depth, numbers, names, total;

static const unsigned char *item(const unsigned char *p, const unsigned char *end) {
    if (*p >= '0' && *p <= '9') {
        unsigned value = 0;
        while (p < end && *p >= '0' && *p <= '9') value = value * 10 + (*p++ - '0');
        numbers++;
        total += value;
    } else if ((*p >= 'a' && *p <= 'z') || *p == '_') {
        while (p < end && ((*p >= 'a' && *p <= 'z') || *p == '_')) p++;
        names++;
    } else {
        if (*p == '[' || *p == '(') depth++;
        if ((*p == ']' || *p == ')') && depth) depth--;
        p++;
    }
    return p;
}

int main(void) {
    static unsigned char in[1024];
    size_t n = fread(in, 1, sizeof in, stdin);
    for (int round = 0; round < 40; round++)
        for (const unsigned char *p = in; p < in + n;) p = item(p, in + n);
    return depth + numbers + names + total == 1;
}
