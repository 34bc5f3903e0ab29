// float, double, long double: arithmetic, conversions, comparisons, NaN and infinity.
// symbolic branches: 28
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }

static int compare(double a, double b) {
  int k = 0;
  if (a < b) k |= 1;
  if (a <= b) k |= 2;
  if (a == b) k |= 4;
  if (a != b) k |= 8;
  if (!(a >= b)) k |= 16;
  if (__builtin_isunordered(a, b)) k |= 32;
  return k;
}

int main(void) {
  read(0, in, sizeof in);

  double zero = in[0] - in[0], nan = zero / zero, inf = (in[1] + 1) / zero;
  add(compare(in[2], in[3]));
  add(compare(nan, in[4]));
  add(compare(inf, in[5]));
  add(compare(-inf, -zero));
  float f = in[6] * 1.25f - in[7];
  if (f > 10) add(1);
  add((int)f);
  add((unsigned char)(in[8] / 3.0f));
  long double l = in[9] / 7.0L + 1;
  if (l > 20.5L) add(2);
  add((long)(l * 1000));
  add((long)__builtin_fabs(in[10] - 100.0));
  unsigned bits = in[11] | in[12] << 8 | in[13] << 16 | (unsigned)in[14] << 24;
  float pattern;
  memcpy(&pattern, &bits, 4);
  if (pattern > 1e10f) add(3);
  add((long)((double)(float)(in[15] * 0.1) * 1e6));
  add((long)((unsigned long)in[16] << 55) > 0 ? (long)((double)((unsigned long)in[16] << 55) / 1e10) : 5);
  printf("%ld\n", out);
  return out & 63;
}
