// Inline assembly is concrete and counted.
// symbolic branches: 0
// lost: inline assembly
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }



int main(void) {
  read(0, in, sizeof in);

  int sum;
  __asm__("addl %2, %0" : "=r"(sum) : "0"((int)in[0]), "r"((int)in[1]));
  if (sum > 100) add(1);
  add(sum);
  printf("%ld\n", out);
  return out & 63;
}
