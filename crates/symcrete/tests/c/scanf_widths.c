// Widths of scanf: numbers that follow one another without a gap.
// options: --iterations 200
#include <stdio.h>

int main(void) {
  int year, month, day;
  char zone[4];
  int n = scanf("%4d%2d%2d%3[A-Z]", &year, &month, &day, zone);
  if (n == 2) return 1; // REACHED
  if (n != 4) return 2; // REACHED
  if (year == 1999 && month == 12 && day == 31) return 3; // REACHED
  if (day > 99) return 4; // NEVER
  if (day == -5) return 5; // REACHED
  if (zone[2] == 'T' && zone[0] == 'C') return 6; // REACHED
  return 0;
}
