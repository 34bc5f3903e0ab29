// realloc keeps what was symbolic; calloc begins with zeros.
// options: --stdin 4
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char *p = malloc(4);
  if (read(0, p, 4) != 4) return 1;
  p = realloc(p, 10000);
  if (p[1] == 'x') return 2; // REACHED
  free(p);
  p = calloc(1, 4);
  return p[2] ? 3 : 0;
  return 0;
}
