// What the entries of library.txt are compiled with; `R(k)` marks what was reached.
#define _GNU_SOURCE
#include <alloca.h>
#include <arpa/inet.h>
#include <complex.h>
#undef I
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <regex.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
static unsigned char hit[16];
#define R(k) (hit[k] = 1)
#define UNUSED __attribute__((unused)) static
UNUSED volatile int hv;
UNUSED char buf[64];
UNUSED void h(int x) { hv = 1; }
UNUSED int cmp(const void *a, const void *b) { return *(unsigned char *)a - *(unsigned char *)b; }
UNUSED int icmp(const void *a, const void *b) { return *(int *)a - *(int *)b; }
UNUSED int rcmp(const void *a, const void *b, void *x) {
    return (*(int *)x > 4 ? -1 : 1) * (*(unsigned char *)a - *(unsigned char *)b);
}
UNUSED int sum(int n, ...) {
    va_list v;
    va_start(v, n);
    int t = 0;
    while (n--) t += va_arg(v, int);
    va_end(v);
    return t;
}
UNUSED int fib(int n) { return n < 2 ? 1 : fib(n - 1) + fib(n - 2); }
static void shown(void) {
    for (int k = 1; k < 16; k++)
        if (hit[k]) printf("%d\n", k);
}
