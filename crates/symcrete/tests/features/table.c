// Reads and writes at symbolic indices, followed; jumps and calls through tables, fixed and counted.
// symbolic branches: 0
// lost: jump or call through a symbolic pointer
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }

static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int (*const table[2])(int, int) = {plus, minus};
static int jump(int x) {
  static void *labels[] = {&&one, &&ten, &&hundred};
  int r = 0;
  goto *labels[x % 3];
one: r += 1;
ten: r += 10;
hundred: r += 100;
  return r;
}

int main(void) {
  read(0, in, sizeof in);

  int squares[16];
  for (int i = 0; i < 16; i++) squares[i] = i * i;
  add(squares[in[0] & 15]);
  squares[in[1] & 15] = 99;
  add(squares[5]);
  add(table[in[2] & 1](in[3], in[4]));
  add(jump(in[5]));
  printf("%ld\n", out);
  return out & 63;
}
