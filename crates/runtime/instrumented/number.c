/* Numbers in text that no single expression describes well: floating point.
   The real function gives the result; ours follows the characters, and is believed where it agrees. */
#include "model.h"

extern double strtod(const char *, char **);
extern float strtof(const char *, char **);
extern long double strtold(const char *, char **);

/* Powers of ten that are exact in a double. */
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* A decimal number as digits times a power of ten. Fails where the quotient or product would not be rounded
   once: more than 15 digits or a large exponent. */
static int decimal(const char *s, double *value) {
  unsigned long digits = 0;
  int n = 0, point = 0, any = 0, exponent = 0, negative = 0;
  while (is_space(*s)) s++;
  if (is_sign(*s)) {
    STEP;
    negative = *s++ == '-';
  }
  if (*s == '0' && (s[1] | 32) == 'x') return 0;
  for (;; s++) {
    if (is_digit(*s, 10)) {
      digits = digits * 10 + (unsigned long)(*s - '0');
      n++;
      any = 1;
      exponent -= point;
      if (n > 15) return 0;
    } else if (*s == '.' && !point) {
      point = 1;
    } else {
      break;
    }
  }
  if (!any) return 0;
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
  if (exponent < -22 || exponent > 22) return 0;
  double d = (double)(long)digits;
  d = exponent < 0 ? d / powers[-exponent] : d * powers[exponent];
  *value = d * (1 - 2 * negative);
  return 1;
}

/* The number as it was read, if it is the real one. */
static double read_double(const char *text, char **end) {
  char *stop;
  double real = strtod(text, &stop), ours;
  __symcrete_clear(&stop, sizeof stop);
  if (end) *end = stop;
  if (!__symcrete_any(text, (size_t)(stop - text) + 1)) return real;
  if (decimal(text, &ours) && __symcrete_same(&ours, &real, sizeof real)) return ours;
  if (stop != text) __symcrete_lost();
  return real;
}

double __symcrete_model_strtod(const char *text, char **end) { return read_double(text, end); }
double __symcrete_model_atof(const char *text) { return read_double(text, NULL); }

float __symcrete_model_strtof(const char *text, char **end) {
  float real = strtof(text, end), ours = (float)read_double(text, NULL);
  return __symcrete_same(&ours, &real, sizeof real) ? ours : real;
}

long double __symcrete_model_strtold(const char *text, char **end) {
  long double real = strtold(text, end), ours = read_double(text, NULL);
  return __symcrete_same(&ours, &real, 10) ? ours : real;
}
