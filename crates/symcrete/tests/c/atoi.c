// atoi: a number is one question, not a path per digit.
// options: --stdin 12 --iterations 20
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char b[13] = {0};
  if (read(0, b, 12) != 12) return 1;
  int n = atoi(b);
  if (n == 123456) return 2; // REACHED
  if (n == -77) return 3; // REACHED
  if (n > 2000000000 && b[0] == ' ') return 4; // REACHED
  return 0;
}
