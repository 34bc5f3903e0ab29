// strcat and strncat behind a symbolic text.
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
  volatile char end[] = "-end";
  char b[24] = {0};
  if (read(0, b, 4) != 4) return 1;
  strcat(b, (char *)end);
  if (strcmp(b, "ab-end") == 0) return 2; // REACHED
  strncat(b, "12345", 2);
  if (strcmp(b, "x-end12") == 0) return 3; // REACHED
  return 0;
}
