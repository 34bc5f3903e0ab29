// Integers of 128 bits, of odd widths, and bit-fields.
// symbolic branches: 4
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }

struct fields { unsigned a : 3, b : 13; int c : 9; unsigned long d : 40; };

int main(void) {
  read(0, in, sizeof in);

  __int128 w = (__int128)in[0] << 70 | in[1];
  w = w * 12345 + in[2];
  if (w > (__int128)1 << 80) add(1);
  add((long)(w >> 60));
  add((long)(w % 1000003));
  unsigned _BitInt(37) odd = in[3];
  odd = odd * odd * odd * odd * odd;
  if (odd > 1000000) add(2);
  add((long)odd);
  struct fields f;
  memset(&f, 0, sizeof f);
  f.a = in[4]; f.b = in[5] * 33; f.c = in[6] - 128; f.d = (unsigned long)in[7] << 31;
  if (f.c < -5) add(3);
  if (f.d > 1000) add(4);
  add(f.a + f.b + f.c + (long)f.d);
  printf("%ld\n", out);
  return out & 63;
}
