// Vectors, element by element.
// symbolic branches: 2
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }

typedef int v4 __attribute__((vector_size(16)));
typedef float f2 __attribute__((vector_size(8)));
static __attribute__((noinline)) v4 mix(v4 a, v4 b) { return a * 3 + (b & (v4){1, 3, 7, 15}); }

int main(void) {
  read(0, in, sizeof in);

  v4 a = {in[0], in[1], in[2], in[3]}, b = {in[4], in[5], in[6], in[7]};
  v4 c = mix(a, b), less = a < b;
  if (c[1] > 300) add(1);
  for (int i = 0; i < 4; i++) add(c[i] - less[i]);
  f2 x = {in[8], in[9]}, y = x * 0.5f + x;
  if (y[1] > 20) add(2);
  add((int)y[0]);
  printf("%ld\n", out);
  return out & 63;
}
