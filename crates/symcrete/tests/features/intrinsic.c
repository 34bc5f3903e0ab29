// Bit counting, byte order, rotation, overflow checks, minimum and maximum, saturation.
// symbolic branches: 6
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }



int main(void) {
  read(0, in, sizeof in);

  unsigned x = in[0] * 0x01010101u;
  add(__builtin_popcount(x) + __builtin_clz(in[1] | 1) + __builtin_ctzll(in[2] | 256));
  add(__builtin_bswap32(x) + __builtin_bswap64(in[3]) + __builtin_bitreverse8(in[4]));
  int r;
  if (__builtin_mul_overflow((int)in[5] << 20, (int)in[6], &r)) add(3); else add(r);
  if (__builtin_sub_overflow((int)in[7], 1 << 30, &r)) add(4);
  signed char s;
  if (__builtin_add_overflow((signed char)in[8], (signed char)100, &s)) add(5);
  unsigned rot = in[9] * 0x1234567u;
  rot = rot << 7 | rot >> 25;
  if (rot & 0x80) add(6);
  add(rot);
  int a = in[10], b = in[11];
  add((a > b ? a : b) * 2 + (a < b ? a : b));
  add(a > b ? a - b : b - a);
  printf("%ld\n", out);
  return out & 63;
}
