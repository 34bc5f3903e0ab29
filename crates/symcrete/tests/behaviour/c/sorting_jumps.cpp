// Comparisons that leave qsort by a long jump, on elements of several sizes, one sort within another's comparison, and jumps that stay inside of one.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct large {
    char key, rest[39];
};

static jmp_buf out;
static int left;

static void step(void) {
    if (left-- == 0) longjmp(out, 1);
}

static int by(const void *a, const void *b) {
    step();
    return *(const char *)a - *(const char *)b;
}

/* Sorts something else and jumps within itself before it says anything. */
static int by_detour(const void *a, const void *b) {
    char other[5] = {*(const char *)a, *(const char *)b, 'm', 'c', 'x'};
    jmp_buf here;
    if (setjmp(here) == 0) {
        qsort(other, 5, 1, by);
        longjmp(here, 1);
    }
    return *(const char *)a - *(const char *)b;
}

static void show(const char *keys, size_t n, size_t size) {
    for (size_t k = 0; k < n; k++) putchar(keys[k * size]);
    if (n > 3 && keys[size] > keys[2 * size]) printf(" down");
    putchar('\n');
}

static void sort(const char *keys, size_t n, size_t size, int most, int (*how)(const void *, const void *)) {
    static char all[16 * sizeof(struct large)];
    memset(all, 0, sizeof all);
    for (size_t k = 0; k < n; k++) all[k * size] = keys[k];
    left = most;
    if (setjmp(out) == 0) {
        qsort(all, n, size, how);
        printf("sorted ");
    } else
        printf("left ");
    show(all, n, size);
}

int main(void) {
    char keys[16];
    size_t n = fread(keys, 1, sizeof keys, stdin);
    for (int most = 0; most < 60; most += 3)
        for (size_t size = 1; size <= sizeof(struct large); size += 13) {
            sort(keys, n, size, most, by);
            sort(keys, n, size, most * 3, by_detour);
        }
    puts("end");
    return 0;
}
