/* scanf and relatives. The real function scans and stores. Then the same text is followed: by the runtime as one
   expression where the format is simple, else here character by character, and each value that came out equal is stored
   again, now with its expression. */
#include "model.h"

extern int vsscanf(const char *, const char *, va_list);
extern int vfscanf(FILE *, const char *, va_list);
extern FILE *stdin;

/* Most characters of a stream that are followed in one call. */
enum { MOST = 512 };

/* A text: a string, or n characters of a stream from an offset of standard input on. */
struct text {
  const char *at;
  long k, n, offset;
};

/* A conversion of the format. */
struct conversion {
  int suppressed, size;
  long width;
  char kind;
};

/* An item of a format, and a scan that was done: what the runtime's `model/scan.rs` reads. */
enum { SPACE, LITERAL, SIGNED, UNSIGNED, CHARACTER, WORD, SET, ITEMS = 16 };
struct item {
  long kind, detail, width;
  char *to;
  const char *set, *set_end;
};
struct request {
  const struct item *items;
  unsigned long n_items;
  const char *text;
  long n;
  FILE *stream;
  long offset;
};

/* A scan begins that may write words: remembers what is in their places. */
extern void __symcrete_scan_begins(const struct item *, unsigned long n_items);
/* Follows a scan by conditions in place of branches; 0 if it cannot. Gives the result its expression. */
extern int __symcrete_scan(const struct request *, int *result);

/* The next character, -1 at the end. */
static int peek(struct text *t) {
  if (t->offset >= 0) __symcrete_ask(t->offset + t->k);
  if (t->n >= 0) return t->k < t->n ? (unsigned char)t->at[t->k] : -1;
  return t->at[t->k] ? (unsigned char)t->at[t->k] : -1;
}

static void skip_space(struct text *t) {
  while (is_space(peek(t))) t->k++;
}

/* A number of either kind as strtol and strtoul give it: at the end of their range if it is beyond. */
static unsigned long held(unsigned long v, int negative, int large, int is_signed) {
  unsigned long last = is_signed ? ((unsigned long)-1 >> 1) + (unsigned long)negative : (unsigned long)-1;
  if (large | (v > last)) return last;
  return with_sign(v, negative);
}

/* Reads a whole number; 0 if there is none. */
static int whole(struct text *t, const struct conversion *c, unsigned long *value) {
  int base = c->kind == 'o' ? 8 : c->kind == 'x' || c->kind == 'X' || c->kind == 'p' ? 16 : c->kind == 'i' ? 0 : 10;
  long left = c->width ? c->width : 1L << 30;
  int negative = 0, any = 0;
  skip_space(t);
  int first = peek(t);
  if (left && is_sign(first)) negative = first == '-', t->k++, left--;
  if (left && base != 8 && base != 10 && peek(t) == '0') {
    t->k++, left--, any = 1;
    int x = peek(t);
    if (left && (x | 32) == 'x')
      t->k++, left--, any = 0, base = 16;
    else if (base == 0)
      base = 8;
  }
  if (base == 0) base = 10;
  unsigned long v = 0, most = (unsigned long)-1 / (unsigned)base, rest = (unsigned long)-1 % (unsigned)base;
  int large = 0, n = 0;
  for (int c; left && is_digit(c = peek(t), base); t->k++, left--, any = 1) {
    unsigned long d = (unsigned)digit(c, base);
    /* Fewer digits of any base fit. */
    if (n++ >= 15) large |= (v > most) | ((v == most) & (d > rest));
    v = v * (unsigned)base + d;
  }
  *value = held(v, negative, large, c->kind == 'd' || c->kind == 'i');
  return any;
}

/* Decimal numbers of at most 15 digits without an exponent, infinity and NaN: 1; 0 if there is none, -1 for any other. */
static int decimal(struct text *t, double *value) {
  unsigned long digits = 0;
  double scale = 1;
  int negative = 0, point = 0, n = 0;
  skip_space(t);
  int c = peek(t);
  if (is_sign(c)) negative = c == '-', t->k++;
  for (;; t->k++) {
    c = peek(t);
    if (is_digit(c, 10)) {
      digits = digits * 10 + (unsigned long)(c - '0');
      if (point) scale *= 10;
      if (++n > 15) return -1;
    } else if (c == '.' && !point) {
      point = 1;
    } else {
      break;
    }
  }
  if (!n && !point && ((c | 32) == 'i') | ((c | 32) == 'n')) {
    const char *rest = (c | 32) == 'i' ? "nf" : "an";
    for (t->k++; *rest; rest++, t->k++)
      if ((peek(t) | 32) != *rest) return 0;
    /* "infinity", and what is not quite. */
    if ((c | 32) == 'i' && (peek(t) | 32) == 'i') return -1;
    *value = ((c | 32) == 'i' ? __builtin_inf() : __builtin_nan("")) * (1 - 2 * negative);
    return 1;
  }
  if (!n) return 0;
  if (((c | 32) == 'e') | ((c | 32) == 'x')) return -1;
  double d = (double)(long)digits / scale;
  *value = d * (1 - 2 * negative);
  return 1;
}

/* Stores again what the real function stored, if it is the same. */
static void store(char *to, const void *from, size_t bytes) {
  const char *f = from;
  int same = __symcrete_same(to, f, bytes);
  __symcrete_clear(to, bytes);
  for (size_t k = 0; same && k < bytes; k++) to[k] = f[k];
  if (!same) __symcrete_lost();
}

/* Is the character in a set such as [a-z] or [^,]? The set ends before its bracket. */
static int in_set(int c, const char *set, const char *end) {
  int inverted = *set == '^', found = 0;
  if (inverted) set++;
  for (const char *s = set; s < end; s++) {
    if (s[1] == '-' && s + 2 < end) {
      if (c >= (unsigned char)s[0] && c <= (unsigned char)s[2]) found = 1;
      s += 2;
    } else if (c == (unsigned char)*s) {
      found = 1;
    }
  }
  return found != inverted;
}

/* %s, %c and %[...]: copies characters; 0 if there are none. */
static int characters(struct text *t, const struct conversion *c, const char *set, const char *end, char *to) {
  long most = c->width ? c->width : c->kind == 'c' ? 1 : 1L << 30, n = 0;
  if (c->kind == 's') skip_space(t);
  while (n < most) {
    int next = peek(t);
    if (next < 0 || (c->kind == 's' && is_space(next)) || (c->kind == '[' && !in_set(next, set, end))) break;
    if (to) store(to + n, t->at + t->k, 1);
    t->k++, n++;
  }
  if (to && c->kind != 'c') __symcrete_clear(to + n, 1);
  return c->kind == 'c' ? n == most : n > 0;
}

static const char *set_end(const char *set) {
  const char *s = *set == '^' ? set + 1 : set;
  if (*s == ']') s++;
  while (*s && *s != ']') s++;
  return s;
}

/* Reads a conversion behind its %; `format` then stands at its letter. */
static struct conversion parse(const char **format) {
  struct conversion c = {0, 4, 0, 0};
  const char *f = *format;
  if (*f == '*') c.suppressed = 1, f++;
  while (*f >= '0' && *f <= '9') c.width = c.width * 10 + (*f++ - '0');
  for (;; f++) {
    if (*f == 'h')
      c.size /= 2;
    else if (*f == 'l' || *f == 'z' || *f == 'j' || *f == 't')
      c.size = 8;
    else if (*f == 'L')
      c.size = 16;
    else
      break;
  }
  c.kind = *f;
  *format = f;
  return c;
}

/* A number of floating point, stored in the size asked for. */
static int floating(struct text *t, const struct conversion *c, char *to) {
  double d;
  int found = c->width ? -1 : decimal(t, &d);
  if (found < 0) __symcrete_lost();
  if (found <= 0) return 0;
  float f = (float)d;
  long double l = d;
  if (to && c->size == 4) store(to, &f, 4);
  if (to && c->size == 8) store(to, &d, 8);
  if (to && c->size == 16) store(to, &l, 10);
  return 1;
}

/* One conversion; 0 when scanning ends here. */
static int convert(struct text *t, const struct conversion *c, const char *set, const char *end, char *to) {
  unsigned long v;
  switch (c->kind) {
  case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'p':
    if (!whole(t, c, &v)) return 0;
    if (to) store(to, &v, c->kind == 'p' ? 8 : (size_t)c->size);
    return 1;
  case 's': case 'c': case '[':
    return characters(t, c, set, end, to);
  case 'e': case 'f': case 'g': case 'E': case 'F': case 'G': case 'a':
    return floating(t, c, to);
  case 'n':
    __symcrete_clear(to, (size_t)c->size);
    return 1;
  default:
    __symcrete_lost();
    return 0;
  }
}

/* Follows the text along the format, as far as the real function assigned. */
static void follow(struct text *t, const char *format, va_list ap, int assigned) {
  int done = 0;
  for (const char *f = format; *f; f++) {
    if (is_space(*f)) {
      skip_space(t);
    } else if (*f != '%' || f[1] == '%') {
      if (*f == '%') skip_space(t), f++;
      if (peek(t) != (unsigned char)*f) return;
      t->k++;
    } else {
      f++;
      struct conversion c = parse(&f);
      const char *set = f + 1, *end = c.kind == '[' ? set_end(set) : f;
      char *to = c.suppressed ? NULL : va_arg(ap, char *);
      if (to && c.kind != 'n' && done >= assigned) to = NULL;
      if (!convert(t, &c, set, end, to)) return;
      done += !c.suppressed && c.kind != 'n';
      f = end;
    }
  }
}

/* The kind of item that a conversion is; -1 if it is followed by paths. */
static long kind_of(const struct conversion *c) {
  switch (c->kind) {
  case 'd': return SIGNED;
  case 'u': return UNSIGNED;
  case 'c': return c->size == 4 && !c->width ? CHARACTER : -1;
  case 's': return c->size == 4 ? WORD : -1;
  case '[': return c->size == 4 ? SET : -1;
  default: return -1;
  }
}

/* The items of a format; none if one of them is followed by paths. */
static unsigned long items_of(const char *format, va_list ap, struct item *items) {
  unsigned long n = 0;
  for (const char *f = format; *f; f++) {
    struct item item = {LITERAL, (unsigned char)*f, 0, NULL, NULL, NULL};
    if (n == ITEMS) return 0;
    if (is_space(*f)) {
      item.kind = SPACE;
    } else if (*f == '%') {
      f++;
      struct conversion c = parse(&f);
      item.kind = kind_of(&c);
      if (item.kind < 0) return 0;
      item.detail = c.size;
      item.width = c.width;
      if (item.kind == SET) item.set = f + 1, item.set_end = f = set_end(f + 1);
      if (!c.suppressed) item.to = va_arg(ap, char *);
    }
    items[n++] = item;
  }
  return n;
}

/* The items of a scan that is about to be done. */
static unsigned long begun(const char *format, va_list ap, struct item *items) {
  va_list pointers;
  va_copy(pointers, ap);
  unsigned long n = items_of(format, pointers, items);
  va_end(pointers);
  __symcrete_scan_begins(items, n);
  return n;
}

/* The result of a scan, followed by conditions or by paths. */
static int followed(struct text *t, struct request *request, const char *format, va_list ap, int real) {
  int result = real;
  if (!request->n_items || !__symcrete_scan(request, &result)) follow(t, format, ap, real);
  return result;
}

static int scan_string(const char *s, const char *format, va_list ap) {
  struct item items[ITEMS];
  if (__symcrete_any_text(format)) __symcrete_lost();
  if (!__symcrete_any_text(s)) return vsscanf(s, format, ap);
  struct request request = {items, begun(format, ap, items), s, -1, NULL, -1};
  struct text t = {s, 0, -1, -1};
  va_list again;
  va_copy(again, ap);
  int real = followed(&t, &request, format, again, vsscanf(s, format, ap));
  va_end(again);
  return real;
}

static int scan_stream(FILE *stream, const char *format, va_list ap) {
  char ahead[MOST];
  struct item items[ITEMS];
  if (__symcrete_any_text(format)) __symcrete_lost();
  long offset = -1, n = __symcrete_peek(stream, ahead, MOST, &offset);
  if (n < 0) return vfscanf(stream, format, ap);
  struct request request = {items, begun(format, ap, items), ahead, n, stream, offset};
  struct text t = {ahead, 0, n, offset};
  va_list again;
  va_copy(again, ap);
  int real = followed(&t, &request, format, again, vfscanf(stream, format, ap));
  if (t.k == MOST) __symcrete_lost();
  va_end(again);
  return real;
}

#define WITH_LIST(CALL)  \
  va_list ap;            \
  va_start(ap, format);  \
  int real = CALL;       \
  va_end(ap);            \
  return real;

int __symcrete_model_vsscanf(const char *s, const char *format, va_list ap) { return scan_string(s, format, ap); }
int __symcrete_model_vfscanf(FILE *f, const char *format, va_list ap) { return scan_stream(f, format, ap); }
int __symcrete_model_vscanf(const char *format, va_list ap) { return scan_stream(stdin, format, ap); }
int __symcrete_model_sscanf(const char *s, const char *format, ...) { WITH_LIST(scan_string(s, format, ap)) }
int __symcrete_model_fscanf(FILE *f, const char *format, ...) { WITH_LIST(scan_stream(f, format, ap)) }
int __symcrete_model_scanf(const char *format, ...) { WITH_LIST(scan_stream(stdin, format, ap)) }
int __symcrete_model___isoc99_sscanf(const char *s, const char *format, ...) { WITH_LIST(scan_string(s, format, ap)) }
int __symcrete_model___isoc99_fscanf(FILE *f, const char *format, ...) { WITH_LIST(scan_stream(f, format, ap)) }
int __symcrete_model___isoc99_scanf(const char *format, ...) { WITH_LIST(scan_stream(stdin, format, ap)) }
int __symcrete_model___isoc23_sscanf(const char *s, const char *format, ...) { WITH_LIST(scan_string(s, format, ap)) }
int __symcrete_model___isoc23_fscanf(FILE *f, const char *format, ...) { WITH_LIST(scan_stream(f, format, ap)) }
int __symcrete_model___isoc23_scanf(const char *format, ...) { WITH_LIST(scan_stream(stdin, format, ap)) }
