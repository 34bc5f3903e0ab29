// Quotient and remainder at once.
// finding: SIGFPE
// lost: none
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  signed char a = getchar(), b = getchar(), c = getchar();
  div_t both = div(a, 7);
  if (both.quot == -9 && both.rem == -6) return 1; // REACHED
  ldiv_t wide = ldiv(b * 1000003l, 1000);
  if (wide.rem == 123 && imaxabs(b) == 41) return 2; // REACHED
  if (both.quot * 7 + both.rem != a) return 3;       // NEVER
  if (imaxdiv(1000, c).rem == 37) return 4;          // REACHED
  return lldiv(a, b + 200ll).quot == 1;
}
