// A function with a double, a float and an int.
// options: --entry scale
// covered: 6 of 6
static int scale(double factor, float offset, int n) {
  if (factor * 2 == 9.0) // REACHED
    if (offset < -1.5f) // REACHED
      if (n == 3) return 1; // REACHED
  return 0;
}
