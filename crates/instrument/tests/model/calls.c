// Calls: direct, through pointers, variadic, recursive, tables of functions, aliases, inline assembly.
#include <stdarg.h>

int puts(const char *);
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);

static int add(int a, int b) {
    return a + b;
}

static int only_called(int a) {
    return a ? only_called(a - 1) : 0;
}

typedef int (*operation)(int, int);
static int sub(int a, int b) {
    return a - b;
}
static operation operations[] = {add, sub, 0};

int second_name(int a) __attribute__((alias("first_name")));
int first_name(int a) {
    return only_called(a);
}

int dispatch(int which, int a, int b) {
    operation f = operations[which];
    if (f)
        return f(a, b);
    return add(a, b) + second_name(a);
}

int sum(int n, ...) {
    va_list rest;
    int total = 0;
    va_start(rest, n);
    for (int i = 0; i < n; i++)
        total += va_arg(rest, int);
    va_end(rest);
    return total;
}

inline int for_inlining(int a) {
    return a * 3;
}

__attribute__((noreturn)) void stop(void);

int main(int argc, char **argv) {
    char copy[8];
    memcpy(copy, argv[0], sizeof copy);
    if (argc > 3)
        stop();
    printf("%d %s\n", sum(2, argc, 3), copy);
    __asm__ volatile("nop" : : "r"(argc));
    return puts(argv[argc - 1]) < 0 ? for_inlining(argc) : dispatch(0, argc, 1);
}
