/* Every way to write a condition in C. Counts of all of them must equal llvm-cov's. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define ASSERT(x) ((x) ? (void)0 : abort())
#define BOTH(a, b) ((a) && (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ALWAYS 1

typedef enum { RED, GREEN, BLUE } colour;

static int calls;
static int odd(int n) { calls++; return n & 1; }
static _Bool big(int n) { return n > 2; }
static int two(int a, int b) { return a + b; }

static int ifs(int a, int b, int c) {
    int r = 0;
    if (a) r++;
    if (!a) r++;
    if (!!a) r++;
    if (a == 1) r++; else r--;
    if (!(a == 1)) r++;
    if (!(a < b)) r++; else if (!b) r--; else if (b != c) r += 2;
    if ((a)) r++;
    if (((!(a)))) r++;
    if (a = b, c) r++;
    if ((a = odd(c))) r++;
    if (odd(a)) r++;
    if (!odd(a)) r++;
    if (!big(a)) r++;
    if (big(b) == 0) r++;
    if (a) {} else r++;
    if (a) ; 
    return r;
}

static int logic(int a, int b, int c, int d) {
    int r = 0;
    if (a && b) r++;
    if (a || b) r++;
    if (!a && b) r++;
    if (a && !b) r++;
    if (!a || b) r++;
    if (a || !b) r++;
    if (!(a && b)) r++;
    if (!(a || b)) r++;
    if (!(!a || b)) r++;
    if (!(a && !b)) r++;
    if (a && b && c) r++;
    if (a || b || c) r++;
    if (a && (b && c)) r++;
    if ((a || b) && c) r++;
    if (a || (b && c)) r++;
    if (a && b || c) r++;
    if ((a || b) && (c || d)) r++;
    if ((a && b) || (c && d)) r++;
    if (!(a || b) && c) r++;
    if (!(a && b) || c) r++;
    if (a && !(b || c)) r++;
    if (a || !(b && c)) r++;
    if (!(a && !b) || c) r++;
    if (!(a && b) && !(c || d)) r++;
    if ((a || !b || c) && !(d && (a || c)) && b) r++;
    if (!(a || b || c || !d)) r++;
    if (a && (b || (c && !d))) r++; else if (!(a || b) || !(c || d)) r--;
    if (big(a) && !big(b)) r++;
    if (!big(a) || big(b)) r++;
    if (a < b && !(c < d)) r++;
    if (!(a < b) || c >= d) r++;
    return r;
}

static int values(int a, int b, int c, int d) {
    int r = a && b;
    r += a || b;
    r += !a && b;
    r += a && !b;
    r += !(a && b);
    r += !(a || !b);
    r += a && b && c;
    r += a || b || c;
    r += (a || b) && c;
    r += a || (b && c);
    r += a && (b || !c);
    r += !(a && b) || !(c || d);
    r += (a && b) == (c || d);
    r += two(a && b, c || !d);
    r += two(a ? 1 : 2, b ? c : odd(d));
    _Bool t = a && b, u = !t || big(c);
    if (t && !u) r++;
    if (!t) r++;
    if ((a && b) != c) r++;
    if ((r = (a || d))) r++;
    while ((t = (a && r > 3))) r -= 2;
    while ((r = a > 1 ? b : c) > 5) a--;
    while ((r = a ? b : c)) { a = 0; c = 0; }
    while (a ? b : c) { b--; c--; }
    do c++; while (c < 3 && (t = b || d) && (r = a ? c : d));
    r += d && (a ? b : c);
    r += d || (r = a ? b : odd(c));
    return r + (a && b ? c : d) + !c;
}

static int choices(int a, int b, int c, int d) {
    int r = a ? 1 : 2;
    r += !a ? 1 : 2;
    r += a ? odd(b) : odd(c);
    r += !a ? odd(b) : odd(c);
    r += a && b ? 3 : 4;
    r += a || !b ? odd(c) : 4;
    r += !(a || b) ? odd(c) : odd(d);
    r += a ? b ? 1 : 2 : c ? 3 : 4;
    r += a ? (b ? odd(c) : odd(d)) : (!c ? odd(a) : odd(b));
    r += a ?: d;
    r += odd(a) ?: odd(d);
    r += (a > b ? a : b) > c ? 1 : 0;
    r += a == 2 ? 5 : (b == 2 && c) ? 6 : 7;
    if ((a ? b : c) > 1) r++;
    if ((a && b ? c : d) == 1) r++;
    return r;
}

static int arms(int a, int b, int c, int d) {
    int r = 0;
    if (a ? b : c) r++;
    if (!(a ? !b : c)) r++;
    if (d && (a ? b : !c)) r++;
    if ((a ? b : c) || !d) r++;
    return r;
}

static int loops(int n) {
    int r = 0, i;
    for (i = 0; i < n; i++) r++;
    for (i = n; i; i--) r++;
    for (i = n; !(i <= 0); i--) r++;
    for (i = 0;; i++) if (i >= n) break;
    for (i = 0; i < n && r < 100; i++) if (i & 1) continue; else r++;
    for (i = 0; odd(i) || i < n; i++) { if (i == 3) break; }
    for (int k = 0, m = n; k != m; k++) r++;
    i = n;
    while (i) i--;
    while (!i) i++;
    while (i < n) i++;
    while (i-- > 0) r++;
    i = n;
    while (i > 0 && r) i--;
    while (!(i > 3 || r == -1)) i++;
    while (odd(i)) i++;
    do r++; while (r < 10);
    do { r--; if (r == 5) continue; } while (r > 3 && n);
    do { i--; } while (!(i <= 0));
    do r++; while (0);
    while (1) { if (r++ > 20) break; }
    while (ALWAYS) if (r-- < 10) break;
    for (;;) { if (!r--) break; }
    return r + i;
}

static int constants(int a) {
    int r = 0;
    if (1) r++;
    if (0) r--;
    if (sizeof(int) == 4) r++;
    if (1 && a) r++;
    if (a && 1) r++;
    if (a || 0) r++;
    if (0 || !a) r++;
    r += 1 ? 2 : 3;
    r += a && 1;
    return r;
}

static int switches(int a, colour hue) {
    int r = 0;
    switch (a) { case 0: r++; break; case 1: r--; break; }
    switch (a) { case 0: r++; case 1: r--; case 2: break; default: r += 2; }
    switch (a) { default: r++; break; case 1: case 2: r--; }
    switch (a) { case 0: r++; default: r++; case 3: r--; break; case -1: r = 9; }
    switch (hue) { case RED: r++; break; case GREEN: r--; break; case BLUE: break; }
    switch (a & 3) { case 0: switch (hue) { case RED: r++; break; default: r--; } break; case 1: r++; break; default: break; }
    switch (a) { case 1 ... 2: r++; break; case 3 ... 100: r--; break; case 'x': case 1000 ... 5000: r += 3; }
    switch ((char)a) { case 0: r++; break; case 3: r += 4; }
    switch ((long long)a) { case 0: r++; break; case 1LL << 40: r = 0; break; default: r--; }
    switch (odd(a)) { case 0: if (r) r--; else r++; break; case 1: while (r > 100) r /= 2; }
    switch (a > 1) { case 0: r++; break; case 1: r--; }
    switch (a) {}
    switch (a) { default: r++; }
    return r;
}

static int duff(int n) {
    int r = 0, rounds = (n + 3) / 4;
    if (n <= 0) return 0;
    switch (n % 4) {
    case 0: do { r++;
    case 3:      r++;
    case 2:      r++;
    case 1:      r++;
            } while (--rounds > 0);
    }
    return r;
}

static int gotos(int n) {
    static void *const table[] = {&&even, &&uneven};
    int r = 0;
again:
    if (n <= 0) goto done;
    goto *table[n & 1];
even:
    r += 2;
    n--;
    goto again;
uneven:
    if (!(n == 3)) r++;
    n--;
    goto again;
done:
    return r;
}

static int statements(int a, int b) {
    int r = ({ int t = 0; if (a) t = 1; t; });
    if (({ int t = 0; if (!b) t = 1; t; })) r++;
    if (a && ({ int t = b; while (t > 2) t--; t; })) r++;
    if (!({ a || b; })) r++;
    return r;
}

static int macros(int a, int b) {
    int r = 0;
    ASSERT(a >= 0);
    if (BOTH(a, b)) r++;
    if (!BOTH(a, b) && a) r++;
    if (MAX(a, b) > 2) r++;
    r += MAX(a, b) ? 1 : 2;
    if (a == ALWAYS || b == MAX(a, 1)) r++;
    ASSERT(b || !b);
    return r;
}

static int floats(double x, float y, void *p) {
    int r = 0;
    if (x) r++;
    if (!x) r++;
    if (x < y) r++;
    if (!(x < y)) r++;
    if (!(x == x)) r++;
    if (!p) r++;
    if (p && !(y > 1)) r++;
    if (p != NULL || y) r++;
    r += p ? 1 : 0;
    return r;
}

static int bits(unsigned a, __int128 wide) {
    struct { unsigned one : 1, three : 3; int sign : 2; } f = {a & 1, a & 7, 0};
    int r = 0;
    if (f.one) r++;
    if (!f.three) r++;
    if (f.sign || f.one) r++;
    if (wide) r++;
    if (!wide || wide > 3) r++;
    if (__builtin_expect(a == 2, 0)) r++;
    if (__builtin_expect(!!(a && r), 1)) r++;
    if (!__builtin_expect(a > 1, 1)) r++;
    return r;
}

static void forget(int *p) { calls += *p; }

static int cleanups(int n) {
    int r = 0;
    for (int i = 0; i < n; i++) {
        __attribute__((cleanup(forget))) int kept = i;
        if (!(i & 1)) continue;
        if (i == 5) break;
        while (kept > 2) {
            __attribute__((cleanup(forget))) int more = kept;
            if (!more) return r;
            if (more == 4 && r) goto out;
            kept -= 2;
        }
        r += kept && (__extension__({ __attribute__((cleanup(forget))) int t = i; t; }));
    }
out:
    return r;
}

static int sum(int n, ...) {
    va_list list;
    int r = 0;
    va_start(list, n);
    while (n-- > 0) r += n & 1 ? va_arg(list, int) : (int)va_arg(list, double);
    va_end(list);
    return r;
}

static _Atomic int shared;
static int atomics(int n) {
    int expected = n;
    shared += n;
    if (__c11_atomic_compare_exchange_strong(&shared, &expected, 7, 5, 5)) shared = 0;
    if (!__c11_atomic_exchange(&shared, 0, 5)) return 1;
    return 0;
}

static int
lines(int a,
      int b)
{
    if (a
        && b)
        return 1;
    if (!(a
          || !
          b))
        return 2;
    return a
        ? b
        : !b && (a ||
                 b);
}

int main(void) {
    long total = 0;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 3; b++) {
            total += switches(a * 3 - 1, (colour)b) + statements(a, b) + macros(a, b) + lines(a, b);
            total += floats(a - 1.5, (float)b, b ? &total : NULL) + floats(a, 0, NULL) + bits((unsigned)a, b) + constants(a);
            for (int c = 0; c < 3; c++)
                for (int d = 0; d < 2; d++)
                    total += ifs(a, b, c) + logic(a, b, c, d) + values(a, b, c, d) + choices(a, b, c, d) + arms(a, b, c, d);
        }
    for (int n = 0; n < 9; n++)
        total += loops(n) + duff(n) + gotos(n) + cleanups(n) + atomics(n) + switches(n * n * n * 10, RED);
    total += sum(4, 1.0, 2, 3.0, 4);
    printf("%ld %d\n", total, calls);
    return 0;
}
