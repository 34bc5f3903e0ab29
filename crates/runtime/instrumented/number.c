/* Numbers in text that no single expression describes well: floating point.
   The real function gives the result; ours follows the characters, and is believed where it agrees. */
#include "model.h"

extern double strtod(const char *, char **);
extern float strtof(const char *, char **);
extern long double strtold(const char *, char **);

/* Powers of ten that are exact in a double. */
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* A number as a text says it. */
struct number {
  unsigned long digits;
  int exponent, negative;
  /* Infinity, or no number. */
  double special;
};

/* Reads a decimal number, infinity or NaN: 1; 0 if there is no number, -1 for a number of another kind, or one where a quotient or product would not be
   rounded once: more than 15 digits or a large exponent. */
static int decimal(const char *s, struct number *it) {
  unsigned long digits = 0;
  int n = 0, point = 0, any = 0, exponent = 0, negative = 0;
  while (is_space(*s)) s++;
  if (is_sign(*s)) {
    STEP;
    negative = *s++ == '-';
  }
  it->negative = negative;
  it->special = 0;
  if (*s == '0' && (s[1] | 32) == 'x') return -1;
  for (;; s++) {
    if (is_digit(*s, 10)) {
      digits = digits * 10 + (unsigned long)(*s - '0');
      n++;
      any = 1;
      exponent -= point;
      if (n > 15) return -1;
    } else if (*s == '.' && !point) {
      point = 1;
    } else {
      break;
    }
  }
  if (!any) {
    if (point) return 0;
    if ((*s | 32) == 'i' && (s[1] | 32) == 'n' && (s[2] | 32) == 'f') return it->special = __builtin_inf(), 1;
    if ((*s | 32) != 'n' || (s[1] | 32) != 'a' || (s[2] | 32) != 'n') return 0;
    return it->special = __builtin_nan(""), s[3] == '(' ? -1 : 1;
  }
  if ((*s | 32) == 'e') {
    int sign = 1, e = 0, seen = 0;
    s++;
    if (is_sign(*s)) {
      STEP;
      sign = 1 - 2 * (*s++ == '-');
    }
    while (e < 1000 && is_digit(*s, 10)) e = e * 10 + (*s++ - '0'), seen = 1;
    if (seen) exponent += sign * e;
  }
  it->digits = digits;
  it->exponent = exponent;
  return exponent < -22 || exponent > 22 ? -1 : 1;
}

/* The number in a type of floating point. */
#define VALUE(TYPE)                                                                         \
  static TYPE TYPE##_of(const struct number *it) {                                          \
    TYPE sign = (TYPE)(1 - 2 * it->negative), d = (TYPE)(long)it->digits;                   \
    if (it->special != 0) return sign * (TYPE)it->special;                                  \
    TYPE power = (TYPE)powers[it->exponent < 0 ? -it->exponent : it->exponent];             \
    return it->exponent < 0 ? sign * (d / power) : sign * (d * power);                      \
  }
typedef long double longest;
VALUE(double)
VALUE(longest)
static float float_of(const struct number *it) { return (float)double_of(it); }

/* Is anything symbolic among what the real function looked at? That is more than the number: `0x`, `1e+` and `infinit` may go on, and white space and
   a sign may come before nothing. */
static int is_near(const char *text, const char *stop, int is_number) {
  if (stop == text || !is_number) return __symcrete_any_text(text);
  return __symcrete_any(text, (size_t)(stop - text) + 8);
}

/* The number as it was read, if it is the real one. */
#define READ(TYPE, REAL, BYTES)                                                             \
  TYPE __symcrete_model_##REAL(const char *text, char **end) {                              \
    char *stop;                                                                             \
    TYPE real = REAL(text, &stop), ours;                                                    \
    struct number number;                                                                   \
    __symcrete_clear(&stop, sizeof stop);                                                   \
    if (end) *end = stop;                                                                   \
    if (!is_near(text, stop, real == real)) return real;                                    \
    int found = decimal(text, &number);                                                     \
    if (found > 0) {                                                                        \
      ours = TYPE##_of(&number);                                                            \
      if (__symcrete_same(&ours, &real, BYTES)) return ours;                                \
    }                                                                                       \
    if (found || stop != text) __symcrete_lost();                                           \
    return real;                                                                            \
  }
READ(double, strtod, sizeof(double))
READ(float, strtof, sizeof(float))
READ(longest, strtold, 10)

double __symcrete_model_atof(const char *text) { return __symcrete_model_strtod(text, NULL); }
