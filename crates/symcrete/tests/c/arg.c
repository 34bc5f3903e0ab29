// Symbolic arguments: an option with a value and a number, whose lengths are where their zero bytes are.
// options: --arg 4 --arg 3 -- run @arg
// covered: 17 of 18
// finding: SIGABRT
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc != 4) return 1; // NEVER
  char *option = argv[2], *number = argv[3];
  if (option[0] != '-') return 2; // REACHED
  int value = 0, n = 0;
  for (; number[n] >= '0' && number[n] <= '9'; n++) value = value * 10 + (number[n] - '0');
  if (number[n] != 0 || n == 0) return 3; // REACHED
  if (option[1] == 'n' && option[2] == '=' && value == 207) abort(); // REACHED
  return 0;
}
