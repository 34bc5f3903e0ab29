// Numbers until there are no more: each scanf begins where the one before ended.
// options: --iterations 400
#include <stdio.h>

int main(void) {
  int x, n = 0;
  long sum = 0;
  while (n < 3 && scanf("%d", &x) == 1) {
    sum += x;
    n++;
  }
  if (n == 3 && sum == 1000) return 1; // REACHED
  if (n == 2 && sum == -7) return 2; // REACHED
  return 0;
}
