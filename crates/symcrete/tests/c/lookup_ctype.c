// Character classes and case: libc's own tables, read at a symbolic index.
// options: --stdin 6
// covered: 13 of 14
// lost: none
#include <ctype.h>
#include <unistd.h>

int main(void) {
  unsigned char b[6];
  int n = 0;
  if (read(0, b, 6) != 6) return 1;
  if (isdigit(b[0])) n++; // REACHED
  if (isspace(b[1])) n++; // REACHED
  if (isupper(b[2])) n++; // REACHED
  if (ispunct(b[3])) n++; // REACHED
  if (isxdigit(b[4])) // REACHED
    if (!isalnum(b[4])) return 9; // NEVER
  return n;
}
