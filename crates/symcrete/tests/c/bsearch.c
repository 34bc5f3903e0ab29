// bsearch in a table, with a symbolic key.
// options: --stdin 4
// lost: none
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const int table[] = {3, 17, 99, 1000, 5000, 123456};
static int by(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
int main(void) {
  int key;
  if (read(0, &key, 4) != 4) return 1;
  const int *found = bsearch(&key, table, 6, sizeof *table, by);
  if (!found) return 2; // REACHED
  if (found == table + 5) return 3; // REACHED
  return 0;
}
