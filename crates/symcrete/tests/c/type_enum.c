// An enumeration in a switch.
// options: --stdin 4
// lost: none
#include <unistd.h>

enum colour { RED = 3, GREEN = 1000, BLUE = -7 };

int main(void) {
  enum colour c;
  if (read(0, &c, 4) != 4) return 1;
  switch (c) {
    case RED: return 2;
    case GREEN: return 3;
    case BLUE: return 4;
  }
  if ((int)c == RED + GREEN) return 5; // REACHED
  if ((int)c == 1000) return 6; // NEVER
  return 0;
}
