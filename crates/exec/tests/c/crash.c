// Crashes in the way the input says; the line that shall be found ends with the same word.
#define _GNU_SOURCE
#include "server.h"
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static volatile int zero;
static char *volatile nowhere;
static void (*volatile no_function)(void);

static void write_null(void) {
    *nowhere = 1; // write
}
static inline __attribute__((always_inline)) int inlined(int x) {
    return x / zero; // divide
}
static void divide(void) { zero = inlined(5); }
static void in_library(void) {
    zero = strlen(nowhere); // library
}
static void give_up(void) {
    abort(); // abort
}
static void claim(void) {
    assert(zero == 1); // assert
}
static void jump(void) {
    no_function(); // jump
    zero = 2;
}
static int recurse(int n) {
    volatile char frame[100000];
    frame[n % 100] = n;
    return recurse(n + 1) + frame[3];
}
static void overflow(void) { recurse(zero); }
static void *thread(void *arg) {
    *nowhere = 1; // thread
    return 0;
}
static void in_thread(void) {
    pthread_t id;
    pthread_create(&id, 0, thread, 0);
    pthread_join(id, 0);
}
static void again(int number) {
    signal(number, SIG_DFL);
    raise(number);
}
static void handled(void) {
    signal(SIGSEGV, again);
    *nowhere = 1; // handled
}
static void trap(void) {
    __builtin_trap(); // trap
}

int main(void) {
#ifdef SERVER
    serve();
#endif
    char word[100] = "";
    scanf("%99s", word);
    puts(word);
    fflush(stdout);
    if (!strcmp(word, "write")) write_null();
    if (!strcmp(word, "divide")) divide();
    if (!strcmp(word, "library")) in_library();
    if (!strcmp(word, "abort")) give_up();
    if (!strcmp(word, "assert")) claim();
    if (!strcmp(word, "jump")) jump();
    if (!strcmp(word, "overflow")) overflow();
    if (!strcmp(word, "thread")) in_thread();
    if (!strcmp(word, "handled")) handled();
    if (!strcmp(word, "trap")) trap();
    return 0;
}
