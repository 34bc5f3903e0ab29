// Lines from getline and getdelim.
// options: --stdin 12
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char *line = NULL;
  size_t size = 0;
  ssize_t n = getdelim(&line, &size, ';', stdin);
  if (n <= 0) return 1;
  if (line[0] == 'a' && line[1] == '1') return 2; // REACHED
  n = getline(&line, &size, stdin);
  if (n > 0 && line[0] == 'b') return 3; // REACHED
  return 0;
}
