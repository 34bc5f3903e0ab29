// strspn, strcspn and strpbrk.
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
  if (strspn(b, "0123456789") == 4) return 2; // REACHED
  if (strcspn(b, " \t") == 7) return 3; // REACHED
  if (strpbrk(b, "<>") == b + 2) return 4; // REACHED
  return 0;
}
