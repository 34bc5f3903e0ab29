// Challenge: long doubles: equality, ranges, arithmetic, conversion.
// options: --stdin 80 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  unsigned char b[80];
  long double v[5];
  if (read(0, b, 80) != 80) return 1;
  memset(v, 0, sizeof v);
  for (int k = 0; k < 5; k++) memcpy(&v[k], b + 16 * k, 10);
  if (v[0] != 2.5L) return 0;
  if (v[1] > 1e4000L && v[1] < 1e4001L)
    if (v[2] * 2 == 7.25L)
      if ((long)v[3] == -99 && v[3] != -99)
        if (v[4] + v[0] == 12) abort(); // REACHED
  return 0;
}
