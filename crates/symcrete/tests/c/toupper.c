// toupper and tolower by function calls.
// options: --stdin 2
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  unsigned char b[2];
  if (read(0, b, 2) != 2) return 1;
  if ((toupper)(b[0]) == 'Q' && b[0] != 'Q') return 2; // REACHED
  if ((tolower)(b[1]) == 'z' && b[1] == 'Z') return 3; // REACHED
  return 0;
}
