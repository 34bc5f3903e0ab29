// An exception that flies through a C function of a shared library.
#include <cstdio>
#include <unistd.h>

extern "C" void through(void (*f)(int), int x);

static void thrower(int x) {
    if (x > 60) throw x;
    puts("not thrown");
}

int main() {
    unsigned char byte;
    if (read(0, &byte, 1) != 1) return 1;
    try {
        through(thrower, byte);
    } catch (int x) {
        printf("caught %d\n", x);
    }
    return 0;
}
