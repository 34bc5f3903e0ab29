// strncmp looks at no more than its limit.
// options: --stdin 16
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
  if (strncmp(b, "GET /index", 5) == 0 && b[5] == 'x') return 2; // REACHED
  if (strncmp(b, "abc", 2) == 0 && b[2] == 'd') return 3; // REACHED
  return 0;
}
