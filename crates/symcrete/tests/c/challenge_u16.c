// Challenge: 16-bit comparisons: equality, order, arithmetic, byte order.
// options: --stdin 16 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  uint16_t v[8];
  if (read(0, v, 16) != 16) return 1;
  if (v[0] != 0x1234) return 0;
  if (v[1] > 0xfff0 && v[1] < 0xfff2)
    if ((uint16_t)(v[2] + v[0]) == 0x0101)
      if (__builtin_bswap16(v[3]) == 0xcafe)
        if ((uint16_t)(v[4] * 1031) == 0xbeef)
          if ((int16_t)v[5] == -12345)
            if (v[6] % 1009 == 17 && v[6] > 60000) abort(); // REACHED
  return 0;
}
