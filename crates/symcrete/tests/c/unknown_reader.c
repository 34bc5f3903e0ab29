// A function that no table knows reads symbolic bytes: counted where it is called.
// options: --stdin 7 --no-mutations
// covered: 3 of 4
// lost: call of a function that is not instrumented
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char b[8] = {0};
  wchar_t w[8];
  if (fread(b, 1, 7, stdin) != 7) return 1; // REACHED
  if (mbstowcs(w, b, 8) == 3) return 2;
  return 0;
}
