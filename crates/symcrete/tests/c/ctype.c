// Classes of characters by function calls.
// options: --stdin 6
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#undef isalpha
#undef isdigit
#undef isspace
#undef isxdigit
#undef ispunct
#undef isupper
int main(void) {
  unsigned char b[6];
  if (read(0, b, 6) != 6) return 1;
  if ((isalpha)(b[0]) && (isdigit)(b[1])) return 2; // REACHED
  if ((isspace)(b[2]) && b[2] != ' ' && b[2] != '\n') return 3; // REACHED
  if ((ispunct)(b[3]) && (isxdigit)(b[4])) return 4; // REACHED
  if ((isupper)(b[5]) && b[5] == 'q') return 5;
  return 0;
}
