// Lines from fgets.
// options: --stdin 16
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char line[16];
  if (!fgets(line, sizeof line, stdin)) return 1;
  if (strcmp(line, "quit\n") == 0) return 2; // REACHED
  if (!fgets(line, sizeof line, stdin)) return 3;
  if (strcmp(line, "go") == 0) return 4; // REACHED
  return 0;
}
