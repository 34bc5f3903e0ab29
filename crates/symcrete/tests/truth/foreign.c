/* Code that symcrete never sees: built by gcc, without bitcode. It reads standard input by itself, calls back, divides and leaves. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int foreign_read(void) {
    unsigned char byte;
    return read(0, &byte, 1) == 1 ? byte : -1;
}

int foreign_getchar(void) { return getchar(); }

int foreign_divide(int a, int b) { return a / b; }

int foreign_call(int (*callee)(int), int value) { return callee(value); }

void foreign_leave(int value) {
    if (value == 3) exit(0);
}

void foreign_set(int *object, int value) { *object = value == 5 ? 1 : 0; }

static int kept;

void foreign_keep(int value) { kept = value; }

int foreign_kept(void) { return kept; }

void foreign_fill(int *list, int size, int value) {
    for (int k = 0; k < size; k++) list[k] = value;
}

void foreign_abort(int value) {
    if (value == 5) abort();
}
