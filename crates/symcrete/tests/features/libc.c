// Calls of libc functions without a model are counted at their line.
// symbolic branches: 0
// lost: call of a function that is not instrumented
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }



int main(void) {
  read(0, in, sizeof in);

  in[63] = 0;
  add(strlen((char *)in));
  if (strcmp((char *)in, "hello") == 0) add(1);
  if (memcmp(in, "ab", 2) > 0) add(2);
  printf("%ld\n", out);
  return out & 63;
}
