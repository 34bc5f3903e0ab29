// Atomic updates, compare and exchange.
// symbolic branches: 3
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }



int main(void) {
  read(0, in, sizeof in);

  int a = in[0];
  __atomic_fetch_add(&a, in[1], __ATOMIC_SEQ_CST);
  __atomic_fetch_xor(&a, in[2], __ATOMIC_RELAXED);
  int expected = in[3];
  int hit = __atomic_compare_exchange_n(&a, &expected, in[4], 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (a == 77) add(1);
  add(a + hit);
  expected = a;
  if (__atomic_compare_exchange_n(&a, &expected, in[5], 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) add(2);
  if (a > 9) add(3);
  add(__atomic_exchange_n(&a, in[6], __ATOMIC_ACQ_REL));
  printf("%ld\n", out);
  return out & 63;
}
