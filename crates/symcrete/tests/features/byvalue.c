// Structs by value: in registers, in memory, returned both ways.
// symbolic branches: 6
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }

typedef struct { int a[5]; char c; long l; } Big;
typedef struct { float x, y; } Pair;
typedef struct { long a, b; } Two;
typedef struct { double d; int i; } Mixed;

static __attribute__((noinline)) int big(Big b, int k) {
  if (b.a[2] == 7) k++;
  if (b.c == 'x') k += 2;
  return k + b.a[4];
}
static __attribute__((noinline)) Pair scale(Pair p, float by) { return (Pair){p.x * by + 1.0f, p.y / by}; }
static __attribute__((noinline)) Two two(long a, long b) { return (Two){a + b, a ^ b}; }
static __attribute__((noinline)) Mixed mixed(Mixed m) { m.d += m.i; m.i *= 2; return m; }
static __attribute__((noinline)) Big make(int v) { Big b; memset(&b, 0, sizeof b); b.a[3] = v; b.l = (long)v * v; return b; }

int main(void) {
  read(0, in, sizeof in);

  Big b = make(in[0]);
  b.a[2] = in[1]; b.c = in[2]; b.a[4] = in[3];
  add(big(b, 3) + b.l);
  Pair p = scale((Pair){in[4], in[5]}, in[6] + 0.5f);
  if (p.x > 100) add(1);
  if (p.y < 1) add(2);
  add((int)p.x);
  Two t = two(in[7], in[8] * 1000003L);
  if (t.a % 7 == 3) add(3);
  add(t.b);
  Mixed m = mixed((Mixed){in[9] / 3.0, in[10]});
  if (m.d >= 20.25) add(4);
  add(m.i);
  printf("%ld\n", out);
  return out & 63;
}
