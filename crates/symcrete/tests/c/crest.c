// A program written for CREST.
// covered: 6 of 6
// finding: SIGABRT
#include <crest.h>
#include <stdlib.h>

int main(void) {
  int a;
  unsigned char b;
  CREST_int(a);
  CREST_unsigned_char(b);
  if (a > 100) { // REACHED
    if (a == b * 7) // REACHED
      if (b == 99) abort(); // REACHED
  }
  return 0;
}
