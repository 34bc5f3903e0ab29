// An index of 32 bits that is checked first: the table is read inside its bounds only.
// options: --stdin 8
// covered: 17 of 18
// lost: none
#include <string.h>
#include <unistd.h>

static const char *const names = "zeroone two ";
static int weights[12] = {9, 8, 7, 66, 5, 4, 3, 2, 1, 0, 11, 12};

int main(void) {
  int index[2];
  char local[6] = {10, 20, 30, 40, 50, 60};
  if (read(0, index, 8) != 8) return 1;
  if (index[0] < 0 || index[0] >= 12) return 2; // REACHED
  if (weights[index[0]] == 66) return 3; // REACHED
  if (weights[index[0]] == 10) return 4; // NEVER
  if (names[index[0]] == 't') return 5; // REACHED
  if (index[1] < 0 || index[1] >= 6) return 6; // REACHED
  if (local[index[1]] == 50) return 7; // REACHED
  return 0;
}
