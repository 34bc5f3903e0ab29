//! What a driver brings to tell where pointers lead, and what memory it gives to the function.
//!
//! The value of a pointer is another one in every run; what can be told is the object that it leads to, if the driver made that, or the text. Whether there is a text
//! at a pointer of the function's is found out by the kernel, which says so where memory cannot be read.
//! If a run is asked for it (`FENCED`), objects end where memory ends that may be touched, or begin there.

/// Most objects that a driver knows.
pub(super) const MOST: usize = 48;

/// Second characters of `SYMCRETE_RETURN`: nothing may be touched behind an object, or before one.
pub const FENCED: [&str; 2] = [">", "<"];

/// The driver's functions for it.
pub(super) const HEAD: &str = r#"
extern int symcrete_driver_poisoned(const volatile void *) __asm__("__asan_address_is_poisoned") __attribute__((weak));
extern char symcrete_driver_first[] __asm__("__executable_start") __attribute__((weak));
extern char symcrete_driver_last[] __asm__("_end") __attribute__((weak));
extern int symcrete_driver_flush(void *) __asm__("fflush");
extern int symcrete_driver_protect(void *, unsigned long, int) __asm__("mprotect");
extern int symcrete_driver_pipe(int *) __asm__("pipe");
extern int symcrete_driver_close(int) __asm__("close");
extern long symcrete_driver_put(int, const void *, unsigned long) __asm__("write");
extern long symcrete_driver_get(int, void *, unsigned long) __asm__("read");
static void *volatile symcrete_driver_moved;
static int symcrete_driver_soiled, symcrete_driver_fence;
static const char *symcrete_driver_stack;
static struct { const char *name, *at; unsigned long size; } symcrete_driver_known[48];

symcrete_own int symcrete_driver_gone(const void *symcrete_at) {
  return symcrete_driver_poisoned && symcrete_driver_poisoned(symcrete_at);
}

symcrete_own int symcrete_driver_is_checked(void) {
  char *symcrete_byte = (char *)__builtin_malloc(1);
  int symcrete_is_checked = symcrete_byte && symcrete_driver_gone(symcrete_byte + 1);
  __builtin_free(symcrete_byte);
  return symcrete_is_checked;
}

symcrete_own void *symcrete_driver_fenced(unsigned long symcrete_size) {
  unsigned long symcrete_whole = (symcrete_size + 4095) / 4096 * 4096, symcrete_around = 1ul << 26;
  char *symcrete_at = (char *)__builtin_calloc(1, symcrete_whole + 2 * symcrete_around + 4096);
  if (!symcrete_at) return __builtin_calloc(1, symcrete_size);
  symcrete_at += 4096 - (unsigned long)symcrete_at % 4096;
  symcrete_driver_protect(symcrete_at, symcrete_around, 0);
  symcrete_at += symcrete_around;
  symcrete_driver_protect(symcrete_at + symcrete_whole, symcrete_around, 0);
  return symcrete_driver_fence == '>' ? symcrete_at + symcrete_whole - symcrete_size : symcrete_at;
}

symcrete_own void *symcrete_driver_room(unsigned long symcrete_size) {
  char *symcrete_at;
  if (symcrete_driver_is_checked()) return __builtin_calloc(1, symcrete_size);
  if (symcrete_driver_fence) return symcrete_driver_fenced(symcrete_size);
  symcrete_at = (char *)__builtin_calloc(1, symcrete_size + 256);
  if (symcrete_at) __builtin_memset(symcrete_at + symcrete_size, symcrete_driver_soiled, 256);
  return symcrete_at;
}

symcrete_own void symcrete_driver_ready(const char *symcrete_level, const void *symcrete_stack) {
  if (!symcrete_level) return;
  if (symcrete_level[0] && symcrete_level[1]) symcrete_driver_moved = __builtin_malloc(99999);
  symcrete_driver_soiled = symcrete_level[0] && symcrete_level[1] ? 0xa5 : 0x5a;
  if (symcrete_level[0] && (symcrete_level[1] == '<' || symcrete_level[1] == '>')) symcrete_driver_fence = symcrete_level[1];
  symcrete_driver_stack = (const char *)symcrete_stack;
}

symcrete_own void symcrete_driver_know(int symcrete_k, const char *symcrete_name, const void *symcrete_at, unsigned long symcrete_size) {
  symcrete_driver_known[symcrete_k].name = symcrete_name;
  symcrete_driver_known[symcrete_k].at = (const char *)symcrete_at;
  symcrete_driver_known[symcrete_k].size = symcrete_size;
}

symcrete_own int symcrete_driver_is_there(int symcrete_k) {
  const char *symcrete_at = symcrete_driver_known[symcrete_k].at;
  return symcrete_at && !symcrete_driver_gone(symcrete_at);
}

symcrete_own int symcrete_driver_has_text(const char *symcrete_at, const int *symcrete_pipe) {
  char symcrete_bytes[4096];
  for (int symcrete_pages = 0; symcrete_pages < 2; symcrete_pages++) {
    long symcrete_n = 4096 - (long)((unsigned long)symcrete_at % 4096);
    if (symcrete_driver_put(symcrete_pipe[1], symcrete_at, (unsigned long)symcrete_n) != symcrete_n) return 0;
    if (symcrete_driver_get(symcrete_pipe[0], symcrete_bytes, (unsigned long)symcrete_n) != symcrete_n) return 0;
    if (__builtin_memchr(symcrete_bytes, 0, (unsigned long)symcrete_n)) return 1;
    symcrete_at += symcrete_n;
  }
  return 0;
}

symcrete_own int symcrete_driver_is_text(const char *symcrete_at) {
  int symcrete_pipe[2], symcrete_is_text;
  if (symcrete_at >= symcrete_driver_first && symcrete_at < symcrete_driver_last) return 1;
  /* What the function had on the stack is gone. */
  if (symcrete_at < symcrete_driver_stack && symcrete_at > symcrete_driver_stack - (1l << 26)) return 0;
  if (symcrete_driver_is_checked() || symcrete_driver_pipe(symcrete_pipe)) return 0;
  symcrete_is_text = symcrete_driver_has_text(symcrete_at, symcrete_pipe);
  symcrete_driver_close(symcrete_pipe[0]);
  symcrete_driver_close(symcrete_pipe[1]);
  return symcrete_is_text;
}

symcrete_own void symcrete_driver_text(const volatile void *symcrete_at, unsigned long symcrete_size, int symcrete_is_string) {
  const volatile unsigned char *symcrete_bytes = (const volatile unsigned char *)symcrete_at;
  __builtin_printf("\"");
  for (unsigned long symcrete_k = 0; symcrete_k < symcrete_size; symcrete_k++) {
    if (symcrete_driver_gone((const void *)&symcrete_bytes[symcrete_k])) break;
    unsigned symcrete_c = symcrete_bytes[symcrete_k];
    if (symcrete_is_string && !symcrete_c) break;
    __builtin_printf(symcrete_c >= ' ' && symcrete_c <= '~' && symcrete_c != '\\' && symcrete_c != '"' ? "%c" : "\\x%02x", symcrete_c);
  }
  __builtin_printf("\"\n");
}

symcrete_own int symcrete_driver_is_known(const char *symcrete_at) {
  if (!symcrete_at) {
    __builtin_printf("NULL\n");
    return 1;
  }
  for (unsigned symcrete_k = 0; symcrete_k < sizeof symcrete_driver_known / sizeof *symcrete_driver_known; symcrete_k++) {
    const char *symcrete_begin = symcrete_driver_known[symcrete_k].at;
    if (!symcrete_begin || symcrete_at < symcrete_begin || symcrete_at > symcrete_begin + symcrete_driver_known[symcrete_k].size) continue;
    __builtin_printf("%s + %ld bytes\n", symcrete_driver_known[symcrete_k].name, (long)(symcrete_at - symcrete_begin));
    return 1;
  }
  return 0;
}

symcrete_own void symcrete_driver_leads(const void *symcrete_to) {
  if (!symcrete_driver_is_known((const char *)symcrete_to)) __builtin_printf("a pointer\n");
}

symcrete_own void symcrete_driver_leads_to_text(const void *symcrete_to) {
  const char *symcrete_at = (const char *)symcrete_to;
  if (symcrete_driver_is_known(symcrete_at)) return;
  if (symcrete_driver_is_text(symcrete_at)) symcrete_driver_text(symcrete_at, 4096, 1);
  else __builtin_printf("a pointer\n");
}

symcrete_own int symcrete_driver_led(int symcrete_k, const void *symcrete_now) {
  if (symcrete_now == symcrete_driver_known[symcrete_k].at) return 0;
  __builtin_printf("%s leads to ", symcrete_driver_known[symcrete_k].name);
  return 1;
}

symcrete_own __attribute__((noinline)) void symcrete_driver_soil(int symcrete_with) {
  volatile char symcrete_space[4096];
  for (unsigned symcrete_k = 0; symcrete_k < sizeof symcrete_space; symcrete_k++) symcrete_space[symcrete_k] = (char)symcrete_with;
}
"#;
