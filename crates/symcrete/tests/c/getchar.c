// Characters from getchar, getc and fgetc, and one pushed back.
// options: --stdin 4
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  int c = getchar();
  if (c == '#') return 2; // REACHED
  ungetc(c, stdin);
  int again = getc(stdin);
  if (again != c) return 3; // NEVER
  ungetc('q', stdin);
  if (fgetc(stdin) != 'q') return 4; // NEVER
  if (getchar() == 'z') return 5; // REACHED
  return 0;
}
