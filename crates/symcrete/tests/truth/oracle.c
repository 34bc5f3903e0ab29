/* Runs a program on one input after the other and says what each run did: the truth that claims are held against.
 *
 * Each line of standard input is one input, in hexadecimal, `-` for nothing: the bytes of the values that the program asks
 * for, the byte that memory which was never set is filled with, and standard input. Each line of the answer is one run:
 *
 *     ending last  line line …  +line -line …
 *
 * how it ended (`exit`, `assume`, `hang` or the number of a signal), the last statement or condition it began, the statements it executed, and the branches it took (true, false).
 * A run that uses 100 ms of processor time is a `hang`; after three of these, one that uses four times what the longest other run did, at least
 * 20 ms. What is noted lies at a fixed address far from the program's memory, so that a
 * program that writes where it should not leaves it alone.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define LINES 4096
#define BYTES 4096

struct notes {
    int last, assumed;
    size_t n_values, next;
    unsigned char fill, values[BYTES], hit[LINES], taken[2][LINES];
};
static struct notes initial;
#define notes ((struct notes *)0x20000000000)

int oracle_program(void);

void oracle_mark(int line) {
    notes->hit[line] = 1;
    notes->last = line;
}

void oracle_at(int line) {
    notes->last = line;
}

int oracle_branch(int line, int outcome) {
    notes->taken[outcome][line] = 1;
    return outcome;
}

void oracle_any(void *object, size_t size) {
    /* One small number in each word: 0, 1, 5 or -1. */
    for (size_t k = 0; k < size; k++)
        ((unsigned char *)object)[k] = notes->fill == 255 || k % 4 == 0 ? notes->fill : 0;
}

void *oracle_fresh(size_t size) {
    void *memory = malloc(size);
    oracle_any(memory, size);
    return memory;
}

void *oracle_grown(void *object, size_t before, size_t after) {
    unsigned char *memory = realloc(object, after);
    oracle_any(memory + before, after - before);
    return memory;
}

int oracle_either(void) {
    return notes->fill & 1;
}

static void take(void *into, size_t size) {
    memset(into, 0, size);
    if (notes->next + size <= notes->n_values) memcpy(into, notes->values + notes->next, size);
    notes->next += size;
}

int __VERIFIER_nondet_int(void) {
    int value;
    take(&value, sizeof value);
    return value;
}

unsigned char __VERIFIER_nondet_uchar(void) {
    unsigned char value;
    take(&value, sizeof value);
    return value;
}

void __VERIFIER_assume(int holds) {
    if (holds) return;
    notes->assumed = 1;
    _exit(0);
}

static size_t bytes_of(const char *hex, unsigned char *into) {
    size_t n = 0;
    if (*hex == '-') return 0;
    for (unsigned byte; n < BYTES && sscanf(hex + 2 * n, "%2x", &byte) == 1; n++) into[n] = byte;
    return n;
}

static void child(const unsigned char *input, size_t size, long limit) {
    int file = memfd_create("stdin", 0);
    if (write(file, input, size) != (ssize_t)size) _exit(99);
    lseek(file, 0, SEEK_SET);
    dup2(file, 0);
    close(file);
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(99);
    struct rlimit stack = {8 << 20, 8 << 20}, core = {0, 0};
    setrlimit(RLIMIT_STACK, &stack);
    setrlimit(RLIMIT_CORE, &core);
    struct itimerval timer = {{0, 0}, {0, limit}};
    setitimer(ITIMER_PROF, &timer, 0);
    exit(oracle_program());
}

static void tell(int status) {
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal == SIGPROF) printf("hang");
    else if (signal) printf("%d", signal);
    else printf("%s", notes->assumed ? "assume" : "exit");
    printf(" %d", notes->last);
    for (int k = 0; k < LINES; k++)
        if (notes->hit[k]) printf(" %d", k);
    for (int k = 0; k < LINES; k++) {
        if (notes->taken[1][k]) printf(" +%d", k);
        if (notes->taken[0][k]) printf(" -%d", k);
    }
    printf("\n");
}

/* Before the program's own constructors, which make marks too. */
__attribute__((constructor(101))) static void begin(void) {
    if (mmap(notes, sizeof *notes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != notes) _exit(99);
}

/* Microseconds of processor time that the next run may use. */
static long limit_after(const struct rusage *used, int status) {
    static long longest, n_hangs;
    long time = (used->ru_utime.tv_sec + used->ru_stime.tv_sec) * 1000000 + used->ru_utime.tv_usec + used->ru_stime.tv_usec;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) n_hangs++;
    else if (time > longest) longest = time;
    long enough = longest < 5000 ? 20000 : 4 * longest;
    return n_hangs < 3 || enough > 100000 ? 100000 : enough;
}

int main(void) {
    static char line[4 * BYTES], values[2 * BYTES], fill[8], input[2 * BYTES];
    static unsigned char bytes[BYTES];
    initial = *notes;
    long limit = 100000;
    /* A stream of its own: the program's standard input must hold nothing of this. */
    FILE *orders = fdopen(dup(0), "r");
    while (fgets(line, sizeof line, orders) && sscanf(line, "%s %s %s", values, fill, input) == 3) {
        *notes = initial;
        notes->n_values = bytes_of(values, notes->values);
        bytes_of(fill, &notes->fill);
        size_t size = bytes_of(input, bytes);
        fflush(stdout);
        int status;
        struct rusage used;
        pid_t pid = fork();
        if (pid == 0) child(bytes, size, limit);
        if (wait4(pid, &status, 0, &used) != pid) return 99;
        limit = limit_after(&used, status);
        tell(status);
    }
    return 0;
}
