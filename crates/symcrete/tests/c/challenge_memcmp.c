// Challenge: memcmp of constants and of parts of the input.
// options: --stdin 64 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  unsigned char b[64];
  if (read(0, b, 64) != 64) return 1;
  if (memcmp(b, "\x7f" "ELF\2\1\1", 7)) return 0;
  if (!memcmp(b + 8, "a longer constant of 28 bytes", 28))
    if (!memcmp(b + 40, b + 48, 8) && b[40] == 1)
      if (memcmp(b + 56, "mmmm", 4) > 0 && memcmp(b + 56, "mmmo", 4) < 0) abort(); // REACHED
  return 0;
}
