// setjmp and longjmp: shadows survive the second return.
// symbolic branches: 12
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }

static jmp_buf back;
static __attribute__((noinline)) void maybe(int v) { if (v > 3) longjmp(back, v); }
static __attribute__((noinline)) int twice(int before) {
  volatile int count = 0;
  int kept = before * 3;
  int came = setjmp(back);
  count++;
  if (came == 0) { maybe(before & 7); return kept > 50 ? 1 : 2; }
  return came + count + (kept > 90 ? 10 : 20);
}

int main(void) {
  read(0, in, sizeof in);

  for (int i = 0; i < 6; i++) add(twice(in[i]));
  printf("%ld\n", out);
  return out & 63;
}
