// strcmp is one condition: equal, less and greater are found at once.
// options: --stdin 16
// covered: 7 of 8
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char b[17] = {0};
  if (read(0, b, 16) != 16) return 1;
  int r = strcmp(b, "password");
  if (r == 0) return 2; // REACHED
  if (r < 0) return 3; // REACHED
  if (b[0] == 'a') return 4; // NEVER
  return 0;
}
