// reason: the runtime and the instrumentation are for x86-64 only
// flags: -m32 -nostdlib -static
// wants: exit 1
static int grade(int x)
{
    return x == 3 ? 1 : 2 * x;
}

void _start(void)
{
    int code = grade(3);
    __asm__ volatile("int $0x80" : : "a"(1), "b"(code));
    for (;;)
        ;
}
