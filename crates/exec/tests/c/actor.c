// Does what the first word of its input says. One program, so that every deed is tried in both modes.
#define _GNU_SOURCE
#ifndef VERSION
#define VERSION 2
#endif
#include "server.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>

static char input[1 << 16];
static const char *argument;

static void forever(void) { for (;;) pause(); }
static void spin(void) { for (volatile long k = 0;; k++) {} }
static void nothing(void) {}

static void leave(void) { exit(atoi(argument)); }
static void leave_at_once(void) { _exit(atoi(argument)); }
static void echo(void) { fputs(argument, stdout); fflush(stdout); fputs("to stderr", stderr); }
static void count_input(void) { printf("%s %d", argument, getchar()); }
static void raise_signal(void) { raise(atoi(argument)); }
static void print_parent(void) { printf("%d", getppid()); }
static void kill_group(void) { kill(0, SIGKILL); forever(); }
static void kill_parent(void) { kill(getppid(), SIGKILL); usleep(20000); exit(7); }
static void kill_parent_at_once(void) { kill(getppid(), SIGKILL); exit(7); }
static void stop_parent(void) { kill(getppid(), SIGSTOP); exit(7); }
static void kill_everyone(void) { kill(-1, SIGKILL); exit(9); }
static void stop_self(void) { raise(SIGSTOP); exit(1); }

// What the fork server has made ready for the next runs are children of our parent, too.
static void signal_siblings(int signal) {
    char path[64], list[256] = "";
    sprintf(path, "/proc/%d/task/%d/children", getppid(), getppid());
    int fd = open(path, O_RDONLY);
    read(fd, list, sizeof list - 1);
    for (char *at = strtok(list, " "); at; at = strtok(0, " "))
        if (atoi(at) != getpid()) kill(atoi(at), signal);
}
static void kill_siblings(void) { signal_siblings(SIGKILL); exit(11); }
static void stop_siblings(void) { signal_siblings(SIGSTOP); exit(12); }
static void linger(void) { usleep(30000); }

static void close_all(void) {
    for (int fd = 0; fd < 1024; fd++) close(fd);
    _exit(5);
}

static void block_signals(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, 0);
    for (int signal = 1; signal < 32; signal++) sigaction(signal, &(struct sigaction){.sa_handler = SIG_IGN}, 0);
    forever();
}

static void on_segv(int signal) { (void)signal; _exit(42); }
static void handle_crash(void) {
    signal(SIGSEGV, on_segv);
    *(volatile int *)8 = 1;
}

static void *thread(void *arg) { (void)arg; forever(); return 0; }
static void *leaving(void *arg) { (void)arg; exit(6); }
static void threads(void) {
    pthread_t id;
    for (int k = 0; k < 8; k++) pthread_create(&id, 0, thread, 0);
    pthread_create(&id, 0, leaving, 0);
    forever();
}

static void eat_memory(void) {
    for (;;) {
        char *at = malloc(16 << 20);
        memset(at, 1, 16 << 20);
    }
}
static void share_memory(void) {
    char *at = mmap(0, 1ul << 32, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (size_t k = 0;; k += 4096) at[k % (1ul << 32)] = 1;
}
static void reserve_memory(void) {
    char *at = mmap(0, 1ul << 44, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    exit(at == MAP_FAILED ? 1 : 0);
}

static void print_much(void) { for (;;) puts("0123456789012345678901234567890123456789"); }
static void print_ignoring(void) {
    signal(SIGXFSZ, SIG_IGN);
    for (int k = 0; k < 100000; k++) { puts("0123456789012345678901234567890123456789"); fflush(stdout); }
    exit(0);
}
static void big_file(void) {
    int fd = open("big", O_CREAT | O_WRONLY, 0600);
    while (write(fd, input, sizeof input) > 0) {}
    exit(fd < 0);
}

// Bombs with a fuse: when the executor fails, the machine shall survive the test.
static int *forks_left;
static int bounded_fork(void) {
    if (__atomic_fetch_sub(forks_left, 1, __ATOMIC_RELAXED) <= 0) forever();
    return fork();
}
static void lay_fuse(void) {
    forks_left = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *forks_left = 2000;
}
static void fork_bomb(void) { for (lay_fuse();;) bounded_fork(); }
static void session_bomb(void) { for (lay_fuse();;) if (bounded_fork() == 0) setsid(); }
static void fork_and_exit(void) { if (fork() == 0) forever(); exit(3); }
static void daemonize(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) { signal(SIGTERM, SIG_IGN); forever(); }
        _exit(0);
    }
    usleep(5000);
    exit(4);
}

static void scribble(void) { if (region) memset(region, 0xff, 4096); exit(8); }
static void shrink_region(void) { ftruncate(198, 0); exit(ftruncate(198, 1 << 20) == 0); }
static void runtime_fails(void) { if (region) { region[PANIC_LINE] = 77; region[PANIC] = 1; } _exit(1); }
static void write_trace(void) { if (region) { region[N_RECORDS] = 3; region[N_EVENTS] = 0; } }

static void leave_files(void) {
    mkdir("dir", 0000);
    close(open("file", O_CREAT | O_WRONLY, 0600));
}
static void hide_directory(void) {
    leave_files();
    chmod(".", 0);
}
static void list_files(void) { execl("/bin/ls", "ls", "-A", ".", (char *)0); }
static void write_outside(void) {
    int outside = open(argument, O_CREAT | O_WRONLY, 0600), inside = open("inside", O_CREAT | O_WRONLY, 0600);
    int null = open("/dev/null", O_WRONLY), again = open("/dev/stdout", O_WRONLY), read = open("/etc/passwd", O_RDONLY);
    printf("%d %d %d %d %d", outside >= 0, inside >= 0, null >= 0, again >= 0, read >= 0);
}
static void environment(void) {
    extern char **environ;
    for (char **at = environ; *at; at++) puts(*at);
    printf("%p", (void *)&argument);
}
static void write_input(void) { int fd = open("/proc/self/fd/0", O_RDWR); write(fd, "XXXXXXXX", 8); ftruncate(fd, 1 << 20); }
static void append_output(void) { fcntl(1, F_SETFL, O_APPEND | O_NONBLOCK); fcntl(0, F_SETFL, O_NONBLOCK); }
static void burn(void) { for (volatile long k = 0; k < 200000000; k++) {} }

static const struct { const char *name; void (*deed)(void); } deeds[] = {
#define DEED(name) {#name, name}
    DEED(nothing), DEED(forever), DEED(spin), DEED(leave), DEED(leave_at_once), DEED(echo), DEED(count_input),
    DEED(raise_signal), DEED(kill_group), DEED(print_parent), DEED(kill_parent), DEED(kill_parent_at_once), DEED(stop_parent), DEED(kill_everyone), DEED(stop_self),
    DEED(kill_siblings), DEED(stop_siblings), DEED(linger),
    DEED(close_all), DEED(block_signals), DEED(handle_crash), DEED(threads), DEED(eat_memory), DEED(share_memory),
    DEED(reserve_memory), DEED(print_much), DEED(print_ignoring), DEED(big_file), DEED(fork_bomb), DEED(session_bomb),
    DEED(fork_and_exit), DEED(daemonize), DEED(scribble), DEED(shrink_region), DEED(runtime_fails), DEED(write_trace),
    DEED(leave_files), DEED(hide_directory), DEED(list_files), DEED(write_outside), DEED(environment), DEED(write_input),
    DEED(append_output), DEED(burn),
};

int main(int argc, char **argv) {
#ifdef SERVER
    serve();
#else
    map_region();
#endif
    size_t n = fread(input, 1, sizeof input - 1, stdin);
    input[n] = 0;
    char *space = strchr(input, ' ');
    if (space) *space = 0;
    argument = space ? space + 1 : "";
    for (size_t k = 0; k < sizeof deeds / sizeof *deeds; k++)
        if (!strcmp(deeds[k].name, input)) { deeds[k].deed(); return 0; }
    printf("%d %s", argc, argc > 1 ? argv[1] : "");
    return 99;
}
