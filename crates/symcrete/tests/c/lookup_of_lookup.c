// A table of small numbers is the index of another one on the stack, whose neighbours are what earlier calls left there: only what
// the first table can say is looked up, so the rubbish around, which differs from run to run, is in no condition.
// options: --stdin 4 --iterations 400
#include <string.h>
#include <unistd.h>

static const unsigned char logarithm[256] = {0, 1, 2, 2, 3, 3, 3, 3, [8 ... 15] = 4, [16 ... 31] = 5, [32 ... 63] = 6, [64 ... 127] = 7, [128 ... 255] = 8};
static const unsigned char next[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

static __attribute__((noinline)) void litter(unsigned char with) {
  volatile unsigned char place[4096];
  for (unsigned k = 0; k < sizeof place; k++) place[k] = with > 99 ? 17 * k : 0;
}

static __attribute__((noinline)) unsigned look(const unsigned *count, const unsigned char *of, unsigned char x) { return count[of[x]]; }

static __attribute__((noinline)) int classify(const unsigned char *in) {
  volatile unsigned char above[1100];
  unsigned count[9] = {1, 0, 2, 0, 3, 0, 4, 0, 5};
  volatile unsigned char below[1100];
  above[0] = below[0] = 0;
  unsigned n = look(count, logarithm, in[1]);
  if (next[n] == 9) return 1; // REACHED
  if (next[n] + in[2] == 77) return 2; // REACHED
  return 0;
}

int main(void) {
  unsigned char in[4];
  if (read(0, in, 4) != 4) return 9;
  litter(in[0]);
  int kind = classify(in);
  if (in[3] == 'z') return 7; // REACHED
  return kind;
}
