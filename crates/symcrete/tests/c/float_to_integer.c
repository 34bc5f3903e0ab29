// lround, llround, lrint, lroundf and modf.
// options: --stdin 12
// lost: none
#include <math.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  struct { double x; float y; } __attribute__((packed)) in;
  double whole;
  if (read(0, &in, 12) != 12) return 1;
  if (lround(in.x) == 41 && in.x < 41) return 2;       // REACHED
  if (lrint(in.x) == 12 && in.x == 12.5) return 3;     // REACHED
  if (llround(in.x) == -7000000000) return 4;          // REACHED
  if (lroundf(in.y) == 3 && in.y != 3) return 5;       // REACHED
  if (modf(in.x, &whole) == 0.25 && whole == 9) return 6; // REACHED
  if (lrint(in.x) != 13) return 0;
  if (in.x == 12.5) return 7;                          // NEVER
  return 0;
}
