// scanf of a whole format: success, every failure and the values are one question each.
// options: --iterations 250
// covered: 30 of 30
#include <stdio.h>

static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }

int main(void) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int y, m, d;
  char end;
  int n = scanf("%d-%d-%d%c", &y, &m, &d, &end);
  if (n == 3 || n == 2) return 1; // REACHED
  if (n != 4) return 2; // REACHED
  if (end != '\n') return 3; // REACHED
  if (y < 1 || y > 9999) return 4; // REACHED
  if (m < 1 || m > 12) return 5; // REACHED
  if (d < 1 || d > days[m - 1] + (m == 2 && leap(y))) return 6; // REACHED
  return 0;
}
