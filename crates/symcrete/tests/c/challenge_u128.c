// Challenge: 128-bit comparisons.
// options: --stdin 64 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef unsigned __int128 u128;
int main(void) {
  u128 v[4];
  if (read(0, v, 64) != 64) return 1;
  u128 magic = (u128)0x0123456789abcdef << 64 | 0xfedcba9876543210;
  if (v[0] != magic) return 0;
  if (v[1] > ~(u128)1)
    if (v[2] + magic == 1)
      if ((__int128)v[3] == -(__int128)magic) abort(); // REACHED
  return 0;
}
