// Switches with ranges, fallthrough, negative cases, default in the middle; nested ?: and logic as values.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }

static int classify(int x) {
  switch (x) {
    case 0: return 1;
    case 1: case 2: x++; /* fall through */
    case 3: return 5 + x;
    default: return x > 5 ? x > 9 ? 2 : 4 : 3;
    case 100 ... 120: return 9;
    case -3: return 11;
  }
}

int main(void) {
  read(0, in, sizeof in);

  for (int i = 0; i < 8; i++) add(classify(in[i] - 5));
  int both = in[8] > 3 && in[9] < 200, either = in[10] == 1 || in[11] == 2 || in[12] > 9;
  add(both + 2 * either + 4 * !(in[13] & 2));
  int k = 0;
  do k++; while (k < in[14] && k < 5);
  add(k);
  printf("%ld\n", out);
  return out & 63;
}
