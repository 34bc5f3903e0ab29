// Sizes that the input decides: memory is allocated, cleared and copied in the run's size, and other sizes are tried.
// options: --stdin 4
// lost: symbolic size
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  unsigned char b[4];
  if (read(0, b, 4) != 4) return 1;
  size_t n = b[0] & 7;
  char *copy = malloc(n + 1);
  if (!copy) return 2;
  char from[8] = "abcdefg", to[8] = "xxxxxxx";
  memcpy(to, from, n);
  if (to[3] == 'd') b[1] = 0; // REACHED
  memset(copy, 'y', n);
  copy[n] = 0;
  if (strlen(copy) == 5) return 3; // REACHED
  free(copy);
  return 0;
}
