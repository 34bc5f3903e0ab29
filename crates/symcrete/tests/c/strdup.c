// strdup and strndup: the copy is as symbolic as the text.
// options: --stdin 8
// lost: none
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char b[9] = {0};
  if (read(0, b, 8) != 8) return 1;
  char *copy = strdup(b), *part = strndup(b, 2);
  if (strcmp(copy, "cat") == 0) return 2; // REACHED
  if (part[0] == 'd' && part[1] == 'o' && part[2] == 0) return 3; // REACHED
  return 0;
}
