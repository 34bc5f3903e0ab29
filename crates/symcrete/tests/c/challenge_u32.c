// Challenge: 32-bit comparisons: equality, order, arithmetic, byte order.
// options: --stdin 32 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  uint32_t v[8];
  if (read(0, v, 32) != 32) return 1;
  if (v[0] != 0xdeadbeef) return 0;
  if (v[1] > 0xfffffff0 && v[1] < 0xfffffff2)
    if (v[2] + v[0] == 0x01010101)
      if (__builtin_bswap32(v[3]) == 0xcafebabe)
        if (v[4] * 2654435761u == 0x12345678)
          if ((int32_t)v[5] == -123456789)
            if (v[6] / 1000003 == 4001 && v[6] % 1000003 == 999) abort(); // REACHED
  return 0;
}
