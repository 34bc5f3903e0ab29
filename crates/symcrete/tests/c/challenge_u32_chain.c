// Challenge: a long chain of 32-bit comparisons, each over its own word.
// options: --stdin 80 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const uint32_t wanted[20] = {0x11111111, 0x23456789, 0xdeadbeef, 0xcafed00d, 0x5a5a5a5a, 0x10203040, 0x99887766,
                                    0x0badf00d, 0x1, 0x80000000, 0xffffffff, 0x7fffffff, 0x31415926, 0x27182818,
                                    0x16180339, 0x14142135, 0x17320508, 0x22360679, 0x24494897, 0x26457513};
int main(void) {
  uint32_t v[20];
  if (read(0, v, 80) != 80) return 1;
  for (int k = 0; k < 20; k++)
    if (v[k] != wanted[k]) return 0;
  abort();
}
