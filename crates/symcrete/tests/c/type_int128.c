// Arithmetic on 128 bits: sum, product, quotient, shift, order.
// options: --stdin 16
// covered: 12 of 12
// lost: none
#include <string.h>
#include <unistd.h>

int main(void) {
  unsigned __int128 u;
  if (read(0, &u, 16) != 16) return 1;
  __int128 s = (__int128)u;
  if (u == ((unsigned __int128)0x0123456789abcdef << 64 | 0xfedcba9876543210)) return 2; // REACHED
  if (u + 7 == (unsigned __int128)5 << 100) return 3; // REACHED
  if (s < -((__int128)1 << 90) && (s & 0xffff) == 0x4242) return 4; // REACHED
  if (u >> 77 == 0x1234567) return 5; // REACHED
  return 0;
}
