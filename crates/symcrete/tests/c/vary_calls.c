// A call through a table of functions: every function is entered.
// options: --stdin 1
// covered: 14 of 14
// lost: jump or call through a symbolic pointer
#include <unistd.h>

static int zero(int x) { return x > 90 ? 1 : 0; } // REACHED
static int one(int x) { return x < 3 ? 1 : 0; } // REACHED
static int two(int x) { return x == 66 ? 1 : 0; } // REACHED
static int three(int x) { return x > 200 && x % 8 == 3 ? 1 : 0; } // REACHED

static int (*const table[4])(int) = {zero, one, two, three};

int main(void) {
  unsigned char b;
  if (read(0, &b, 1) != 1) return 1;
  if (table[b & 3](b)) return 2;
  return 0;
}
