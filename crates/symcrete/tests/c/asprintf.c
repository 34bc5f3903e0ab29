// Text that libc allocates.
// options: --stdin 4
// lost: none
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  unsigned char in[4];
  char *text = NULL;
  if (read(0, in, 4) != 4) return 1;
  if (asprintf(&text, "%u/%c", in[0], in[1]) < 0) return 1;
  int found = strcmp(text, "42/x") == 0;
  free(text);
  if (found) return 2; // REACHED
  return 0;
}
