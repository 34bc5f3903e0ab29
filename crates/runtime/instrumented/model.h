/* What the bodies in this folder share. They are compiled and instrumented at link time, so they follow
   symbolic data by themselves; their conditionals are steps of the path, but no branches of the program. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Supplied by the runtime, which is not instrumented: is anything there symbolic; are these bytes equal in this
   run (which makes no condition); the next bytes of a symbolic stream and, for standard
   input, their offset; is there a byte at this offset of standard input (the path depends on it); these bytes are concrete now; something was lost at the model's call. */
extern int __symcrete_any(const void *at, size_t bytes);
extern int __symcrete_any_text(const char *text);
extern long __symcrete_peek(FILE *stream, char *to, long most, long *offset);
extern void __symcrete_ask(long offset);
extern int __symcrete_same(const void *a, const void *b, size_t bytes);
extern void __symcrete_clear(void *at, size_t bytes);
extern void __symcrete_lost(void);

/* Keeps a branch from becoming arithmetic on a pointer, which would make the pointer symbolic. */
#define STEP __asm__ volatile("")

static inline size_t length(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

/* Characters, asked about without a branch for each alternative: fewer paths that nobody needs. */
static inline int is_space(int c) { return (c == ' ') | ((unsigned)c - 9 < 5); }
static inline int is_sign(int c) { return (c == '-') | (c == '+'); }

/* The digit that a character stands for, 99 if none. */
static inline int digit(int c, int base) {
  unsigned number = (unsigned)c - '0', letter = ((unsigned)c | 32) - 'a';
  if (base <= 10) return (int)number;
  int is_number = number < 10, is_letter = letter < 26;
  return (int)number * is_number + ((int)letter + 10) * is_letter + 99 * (1 - is_number - is_letter);
}

static inline int is_digit(int c, int base) { return (unsigned)digit(c, base) < (unsigned)base; }

/* The number with its sign. */
static inline unsigned long with_sign(unsigned long v, int negative) {
  unsigned long mask = -(unsigned long)negative;
  return (v ^ mask) - mask;
}
