// An array whose length the input decides.
// options: --stdin 2
// lost: symbolic size
#include <unistd.h>

int main(void) {
  unsigned char b[2];
  if (read(0, b, 2) != 2) return 1;
  int n = (b[0] & 3) + 1;
  int a[n];
  int sum = 0;
  for (int k = 0; k < n; k++) a[k] = k * k;
  for (int k = 0; k < n; k++) sum += a[k];
  if (sum == 14) return 2; // REACHED
  if (sum == 15) return 3; // NEVER
  return 0;
}
