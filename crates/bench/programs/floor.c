/* What the kernel alone takes: forks itself and exits, then spawns a program. Prints nanoseconds of both. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 150 };

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv) {
    char *environment[] = {0};
    if (argc < 2) return 2;
    close(0);
    if (open("/dev/null", O_RDONLY) != 0) return 3;
    long long start = now();
    for (int run = 0; run < RUNS; run++) {
        pid_t child = fork();
        if (child == 0) exit(0);
        waitpid(child, 0, 0);
    }
    long long middle = now();
    for (int run = 0; run < RUNS; run++) {
        pid_t child;
        if (posix_spawn(&child, argv[1], 0, 0, argv + 1, environment)) return 4;
        waitpid(child, 0, 0);
    }
    long long forks = middle - start, spawns = now() - middle;
    printf("%lld %lld\n", forks / RUNS, spawns / RUNS);
    return 0;
}
