// Challenge: doubles: equality, ranges, arithmetic, conversion.
// options: --stdin 48 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  double v[6];
  if (read(0, v, 48) != 48) return 1;
  if (v[0] != 3.141592653589793) return 0;
  if (v[1] > 1e300 && v[1] < 1.1e300)
    if (v[2] * v[2] == 2.25 && v[2] < 0)
      if (v[3] / 3 == 1.5)
        if ((long)v[4] == 123456789012 && v[4] != 123456789012)
          if (v[5] - v[2] == 100.25) abort(); // REACHED
  return 0;
}
