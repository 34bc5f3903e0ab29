// Challenge: a chain of comparisons of single bytes, each depending on the one before.
// options: --stdin 8 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  unsigned char b[8];
  if (read(0, b, 8) != 8) return 1;
  if (b[0] != 0x2a) return 0;
  if (b[1] == (unsigned char)(b[0] * 3))
    if ((b[2] ^ b[1]) == 0x5f)
      if ((unsigned char)(b[3] + b[2]) == 7)
        if ((b[4] & 0xf0) == 0x90 && (b[4] >> 1) == 0x4d)
          if ((unsigned char)(b[5] * b[5]) == 0xe1 && b[5] > 100)
            if ((signed char)b[6] < -100 && (signed char)b[6] > -103) abort(); // REACHED
  return 0;
}
