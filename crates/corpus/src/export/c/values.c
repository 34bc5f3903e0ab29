/* The next bytes of the values that the program asks for; behind the last one they are zero. */
static void next_bytes(void *to, size_t size)
{
    static size_t n_taken;
    char *bytes = to;
    for (size_t k = 0; k < size; k++, n_taken++)
        bytes[k] = n_taken < given.value_size ? given.value_bytes[n_taken] : 0;
}

/* The functions below are weak: a program with its own keeps them. */
#define VALUE(type, name) __attribute__((weak)) type __VERIFIER_nondet_##name(void) \
    { type value; next_bytes(&value, sizeof value); return value; }
#define STORED(type, name)                                                                                    \
  __attribute__((weak)) void __Crest##name(type *to) { next_bytes(to, sizeof *to); }                          \
  __attribute__((weak)) void __CrestNamed##name(type *to, const char *called) {                               \
    (void)called;                                                                                             \
    next_bytes(to, sizeof *to);                                                                               \
  }

VALUE(char, char) VALUE(unsigned char, uchar) VALUE(unsigned char, unsigned_char) VALUE(unsigned char, u8)
VALUE(short, short) VALUE(unsigned short, ushort) VALUE(unsigned short, u16)
VALUE(int, int) VALUE(unsigned int, uint) VALUE(unsigned int, unsigned_int) VALUE(unsigned int, unsigned)
VALUE(unsigned int, u32) VALUE(long, long) VALUE(long long, longlong) VALUE(long long, loff_t)
VALUE(unsigned long, ulong) VALUE(unsigned long long, ulonglong) VALUE(unsigned long, size_t)
VALUE(unsigned long long, u64) VALUE(float, float) VALUE(double, double) VALUE(void *, pointer)
STORED(unsigned char, UChar) STORED(unsigned short, UShort) STORED(unsigned int, UInt) STORED(unsigned long, ULong)
STORED(char, Char) STORED(short, Short) STORED(int, Int) STORED(long, Long) STORED(float, Float) STORED(double, Double)

/* A _Bool is the lowest bit of its byte. */
static _Bool next_bool(void) { unsigned char byte; next_bytes(&byte, 1); return byte & 1; }
__attribute__((weak)) _Bool __VERIFIER_nondet_bool(void) { return next_bool(); }
__attribute__((weak)) _Bool __VERIFIER_nondet__Bool(void) { return next_bool(); }
__attribute__((weak)) void __CrestBool(_Bool *to) { *to = next_bool(); }
__attribute__((weak)) void __CrestNamedBool(_Bool *to, const char *called) {
  (void)called;
  *to = next_bool();
}

/* An assumption that does not hold ends the run; an error ends it like a failed assertion. */
__attribute__((weak)) void __VERIFIER_assume(int holds) { if (!holds) _exit(0); }
__attribute__((weak)) void klee_assume(unsigned long holds) { if (!holds) _exit(0); }
__attribute__((weak)) void __VERIFIER_error(void) { abort(); }
__attribute__((weak)) void reach_error(void) { abort(); }
__attribute__((weak)) void klee_make_symbolic(void *to, size_t size, const char *name) { (void)name; next_bytes(to, size); }
__attribute__((weak)) int klee_int(const char *name) { int value; (void)name; next_bytes(&value, sizeof value); return value; }
__attribute__((weak)) int klee_range(int begin, int end, const char *name)
{
    int value = klee_int(name);
    klee_assume(begin <= value && value < end);
    return value;
}

/* What the driver of a single function asks for. */
__attribute__((weak)) unsigned long symcrete_enter(const char *part) { (void)part; return 0; }
__attribute__((weak)) unsigned long symcrete_enter_element(unsigned long index) { (void)index; return 0; }
__attribute__((weak)) void symcrete_leave(unsigned long before) { (void)before; }
__attribute__((weak)) void symcrete_value(void *to, unsigned long size, unsigned type) { (void)type; next_bytes(to, size); }
__attribute__((weak)) void symcrete_assume(int holds, unsigned long at) { (void)at; if (!holds) _exit(0); }
