// Variadic functions: integers, doubles, long doubles, more than there are registers, va_copy.
// symbolic branches: 4
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }

static __attribute__((noinline)) long sum(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  long total = 0;
  for (int i = 0; i < n; i++) {
    if (i % 4 == 0) total += va_arg(list, int);
    else if (i % 4 == 1) total += (long)va_arg(list, double);
    else if (i % 4 == 2) total += va_arg(list, long);
    else total += (long)va_arg(list, long double);
    if (i == 2) va_copy(copy, list);
  }
  total += (long)va_arg(copy, long double);
  va_end(copy);
  va_end(list);
  return total > 100 ? total + 1 : total;
}

int main(void) {
  read(0, in, sizeof in);

  add(sum(8, in[0], (double)in[1], (long)in[2], (long double)in[3], in[4], 2.5 * in[5], in[6] * 3L, in[7] / 2.0L));
  add(sum(4, in[8], (double)in[9], (long)in[10], (long double)in[11]));
  if (sum(4, 1, 2.0, 3L, (long double)in[12]) == 57) add(1);
  printf("%ld\n", out);
  return out & 63;
}
