// strstr finds a word anywhere.
// options: --stdin 12
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
  char *found = strstr(b, "key=");
  if (!found) return 2; // REACHED
  if (found == b + 8) return 3; // REACHED
  if (found == b + 9) return 4; // NEVER
  return 0;
}
