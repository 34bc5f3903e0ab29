/* sprintf and relatives. The real function writes; then the text is made once more from the arguments, and
   each character that came out equal is stored again, now with its expression. */
#include "model.h"

extern int vasprintf(char **, const char *, va_list);
extern int __vsprintf_chk(char *, int, size_t, const char *, va_list);
extern int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);

extern int vsnprintf(char *, size_t, const char *, va_list);

/* Characters of a number with its sign. */
enum { DIGITS = 72 };

/* Where the text goes: `room` characters, counted in `k`. */
struct sheet {
  char *to;
  size_t room, k;
};

/* A conversion of the format. */
struct conversion {
  int left, zero, plus, space, alternative, size;
  long width, precision;
  char kind;
};

static void put(struct sheet *s, char c) {
  if (s->k < s->room && __symcrete_same(s->to + s->k, &c, 1)) s->to[s->k] = c;
  s->k++;
}

static void pad(struct sheet *s, long n, char c) {
  while (n-- > 0) put(s, c);
}

/* Digits from the last to the first; how many. */
static int digits(char *to, unsigned long v, unsigned base, char ten) {
  int n = 0;
  do {
    unsigned d = (unsigned)(v % base);
    to[n++] = (char)('0' + d + (d > 9) * (unsigned)(ten - '0' - 10));
    v /= base;
  } while (v);
  return n;
}

static void number(struct sheet *s, const struct conversion *c, unsigned long v, char sign) {
  char text[DIGITS];
  unsigned base = c->kind == 'o' ? 8 : c->kind == 'x' || c->kind == 'X' || c->kind == 'p' ? 16 : 10;
  int n = v || c->precision ? digits(text, v, base, c->kind == 'X' ? 'A' : 'a') : 0;
  int prefix = (base == 16 && c->alternative && v) || c->kind == 'p' ? 2 : 0;
  long zeros = c->precision > n ? c->precision - n : 0;
  if (base == 8 && c->alternative && !zeros && (!n || text[n - 1] != '0')) zeros = 1;
  long all = n + zeros + prefix + (sign != 0), blank = c->width > all ? c->width - all : 0;
  if (c->zero && !c->left && c->precision < 0) zeros += blank, blank = 0;
  if (!c->left) pad(s, blank, ' ');
  if (sign) put(s, sign);
  if (prefix) put(s, '0'), put(s, c->kind == 'X' ? 'X' : 'x');
  pad(s, zeros, '0');
  while (n > 0) put(s, text[--n]);
  if (c->left) pad(s, blank, ' ');
}

static void string(struct sheet *s, const struct conversion *c, const char *text) {
  long n = 0;
  if (!text) text = c->precision < 0 || c->precision >= 6 ? "(null)" : "";
  while ((c->precision < 0 || n < c->precision) && text[n]) n++;
  if (!c->left) pad(s, c->width - n, ' ');
  for (long k = 0; k < n; k++) put(s, text[k]);
  if (c->left) pad(s, c->width - n, ' ');
}

static void character(struct sheet *s, const struct conversion *c, char one) {
  if (!c->left) pad(s, c->width - 1, ' ');
  put(s, one);
  if (c->left) pad(s, c->width - 1, ' ');
}

static long count(const char **format, va_list *ap) {
  long n = 0;
  if (**format == '*') {
    ++*format;
    return va_arg(*ap, int);
  }
  while (**format >= '0' && **format <= '9') n = n * 10 + (*(*format)++ - '0');
  return n;
}

/* Reads a conversion behind its %; `format` then stands at its letter. */
static struct conversion parse(const char **format, va_list *ap) {
  struct conversion c = {0, 0, 0, 0, 0, 4, 0, -1, 0};
  for (;; ++*format) {
    char f = **format;
    if (f == '-')
      c.left = 1;
    else if (f == '0')
      c.zero = 1;
    else if (f == '+')
      c.plus = 1;
    else if (f == ' ')
      c.space = 1;
    else if (f == '#')
      c.alternative = 1;
    else
      break;
  }
  c.width = count(format, ap);
  if (c.width < 0) c.left = 1, c.width = -c.width;
  if (**format == '.') ++*format, c.precision = count(format, ap);
  for (;; ++*format) {
    char f = **format;
    if (f == 'h')
      c.size /= 2;
    else if (f == 'l' || f == 'z' || f == 'j' || f == 't')
      c.size = 8;
    else if (f == 'L')
      c.size = 16;
    else
      break;
  }
  c.kind = **format;
  return c;
}

static long narrowed(long v, int size) {
  return size == 1 ? (signed char)v : size == 2 ? (short)v : size == 4 ? (int)v : v;
}

static unsigned long narrowed_unsigned(unsigned long v, int size) {
  return size == 1 ? (unsigned char)v : size == 2 ? (unsigned short)v : size == 4 ? (unsigned)v : v;
}

/* One conversion; 0 for one that is not followed. */
static int convert(struct sheet *s, const struct conversion *c, va_list *ap) {
  switch (c->kind) {
  case 'd': case 'i': {
    long v = narrowed(c->size == 8 ? va_arg(*ap, long) : va_arg(*ap, int), c->size);
    char sign = v < 0 ? '-' : c->plus ? '+' : c->space ? ' ' : 0;
    number(s, c, with_sign((unsigned long)v, v < 0), sign);
    return 1;
  }
  case 'u': case 'x': case 'X': case 'o':
    number(s, c, narrowed_unsigned(c->size == 8 ? va_arg(*ap, unsigned long) : va_arg(*ap, unsigned), c->size), 0);
    return 1;
  case 'c':
    character(s, c, (char)va_arg(*ap, int));
    return c->size == 4;
  case 's':
    string(s, c, va_arg(*ap, const char *));
    return c->size == 4;
  case '%':
    put(s, '%');
    return 1;
  default:
    return 0;
  }
}

/* Are the arguments that are left symbolic? Registers and stack lie where va_arg reads them; of the stack the next one is looked at. */
static int any_left(va_list *ap) {
  struct list {
    unsigned gp, fp;
    const char *stack, *registers;
  } *l = (struct list *)ap;
  return __symcrete_any(l->registers + l->gp, 48 - l->gp) || __symcrete_any(l->registers + l->fp, 176 - l->fp) ||
         __symcrete_any(l->stack, 16);
}

static void follow(char *to, size_t room, const char *format, va_list *ap) {
  struct sheet s = {to, room, 0};
  for (const char *f = format; *f; f++) {
    if (*f != '%') {
      put(&s, *f);
      continue;
    }
    f++;
    struct conversion c = parse(&f, ap);
    if (!convert(&s, &c, ap)) {
      if (any_left(ap) || __symcrete_any_text(format)) __symcrete_lost();
      return;
    }
  }
}

/* What the real function printed into a buffer of this size. Without a buffer only how much that is depends on the arguments, and where it
   failed, that it did. */
static void follow_printed(char *to, size_t size, const char *format, va_list *ap, int real) {
  size_t length = real < 0 ? 0 : (size_t)real < size ? (size_t)real : size ? size - 1 : 0;
  if (real >= 0 && size) __symcrete_clear(to, length + 1);
  follow(to, length, format, ap);
}

static int print(char *to, size_t size, const char *format, va_list ap) {
  va_list again;
  va_copy(again, ap);
  int real = vsnprintf(to, size, format, ap);
  follow_printed(to, size, format, &again, real);
  va_end(again);
  return real;
}

/* A buffer whose size nobody said. */
#define LARGE ((size_t)0x7fffffff)

/* Into memory that libc allocates. */
static int allocate(char **to, const char *format, va_list ap) {
  va_list again;
  va_copy(again, ap);
  int real = vasprintf(to, format, ap);
  __symcrete_clear(to, sizeof *to);
  follow_printed(*to, LARGE, format, &again, real);
  va_end(again);
  return real;
}

/* Into a buffer of this size, in a program that is compiled with checks: what does not fit ends it. */
static int fortified(char *to, size_t n, int flag, size_t room, const char *format, va_list ap) {
  va_list again;
  va_copy(again, ap);
  int real = n == LARGE ? __vsprintf_chk(to, flag, room, format, ap) : __vsnprintf_chk(to, n, flag, room, format, ap);
  follow_printed(to, n, format, &again, real);
  va_end(again);
  return real;
}

#define WITH_LIST(CALL) \
  va_list ap;           \
  va_start(ap, format); \
  int real = CALL;      \
  va_end(ap);           \
  return real;

int __symcrete_model_vsnprintf(char *to, size_t n, const char *format, va_list ap) { return print(to, n, format, ap); }
int __symcrete_model_vsprintf(char *to, const char *format, va_list ap) { return print(to, LARGE, format, ap); }
int __symcrete_model_snprintf(char *to, size_t n, const char *format, ...) { WITH_LIST(print(to, n, format, ap)) }
int __symcrete_model_sprintf(char *to, const char *format, ...) { WITH_LIST(print(to, LARGE, format, ap)) }

int __symcrete_model_vasprintf(char **to, const char *format, va_list ap) { return allocate(to, format, ap); }
int __symcrete_model_asprintf(char **to, const char *format, ...) { WITH_LIST(allocate(to, format, ap)) }
int __symcrete_model___vasprintf_chk(char **to, int flag, const char *format, va_list ap) {
  (void)flag;
  return allocate(to, format, ap);
}
int __symcrete_model___asprintf_chk(char **to, int flag, const char *format, ...) {
  (void)flag;
  WITH_LIST(allocate(to, format, ap))
}
int __symcrete_model___vsnprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, va_list ap) {
  return fortified(to, n, flag, room, format, ap);
}
int __symcrete_model___vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list ap) {
  return fortified(to, LARGE, flag, room, format, ap);
}
int __symcrete_model___snprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, ...) {
  WITH_LIST(fortified(to, n, flag, room, format, ap))
}
int __symcrete_model___sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
  WITH_LIST(fortified(to, LARGE, flag, room, format, ap))
}
