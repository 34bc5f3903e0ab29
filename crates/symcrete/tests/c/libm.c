// Functions of libm, searched by running them.
// options: --stdin 16 --iterations 400
// lost: none
#include <math.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  double x;
  float f;
  if (read(0, &x, 8) != 8 || read(0, &f, 4) != 4) return 1;
  if (x * x == 2.25) return 2; // REACHED
  if (sin(x) > 0.999) return 3; // REACHED
  if (pow(x, 3) == 27) return 4; // REACHED
  if ((float)x == 0.1f) return 5; // REACHED
  if (log(x) > 7 && log(x) < 7.001) return 6; // REACHED
  if (expf(f) > 20 && expf(f) < 20.01f) return 7; // REACHED
  if (atan2(x, 2) > 0.75 && atan2(x, 2) < 0.751) return 8; // REACHED
  if (cosf(f) < -0.9999f) return 9; // REACHED
  if (sin(x) > 1.5) return 10; // NEVER
  if (isnan(x)) return 11; // REACHED
  if (isinf(f) && f < 0) return 12; // REACHED
  if ((int)x == 1234567) return 13; // REACHED
  return 0;
}
