// Complex numbers of double: product and sum by their parts.
// options: --stdin 16
// lost: none
#include <complex.h>
#include <unistd.h>

int main(void) {
  double parts[2];
  if (read(0, parts, 16) != 16) return 1;
  double complex z = parts[0] + parts[1] * I;
  double complex w = z + (2.0 - 1.0 * I);
  if (creal(w) == 5.0) return 2; // REACHED
  if (cimag(w) == -3.0) return 3; // REACHED
  return 0;
}
