// Challenge: 64-bit comparisons: equality, order, arithmetic, byte order.
// options: --stdin 64 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  uint64_t v[8];
  if (read(0, v, 64) != 64) return 1;
  if (v[0] != 0xdeadbeefcafebabe) return 0;
  if (v[1] > 0xfffffffffffffff0 && v[1] < 0xfffffffffffffff2)
    if (v[2] + v[0] == 0x0101010101010101)
      if (__builtin_bswap64(v[3]) == 0x0123456789abcdef)
        if (v[4] * 6364136223846793005u == 0x1122334455667788)
          if ((int64_t)v[5] == -1234567890123456789)
            if ((v[6] ^ v[6] >> 31) == 0x0f1e2d3c4b5a6978) abort(); // REACHED
  return 0;
}
