// strtol: value, end of the number, overflow.
// options: --stdin 24
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <errno.h>
int main(void) {
  char b[25] = {0}, *end;
  if (read(0, b, 24) != 24) return 1;
  errno = 0;
  long n = strtol(b, &end, 10);
  if (end == b) return 2; // REACHED
  if (n == 4711 && end == b + 6) return 3; // REACHED
  if (errno == ERANGE) return 4; // REACHED
  return 0;
}
