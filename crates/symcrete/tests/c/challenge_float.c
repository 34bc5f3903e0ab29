// Challenge: floats: equality, ranges, arithmetic, conversion.
// options: --stdin 24 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  float v[6];
  if (read(0, v, 24) != 24) return 1;
  if (v[0] != 3.140625f) return 0;
  if (v[1] > 1e30f && v[1] < 1.1e30f)
    if (v[2] * v[2] == 6.25f && v[2] < 0)
      if (v[3] / 3 == 1.5f)
        if ((int)v[4] == 4711 && v[4] != 4711)
          if (v[5] + v[0] == 10) abort(); // REACHED
  return 0;
}
