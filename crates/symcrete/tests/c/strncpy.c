// strncpy fills the rest with zeros.
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
  char b[9] = {0};
  if (read(0, b, 8) != 8) return 1;
  char to[8] = "-------";
  strncpy(to, b, 6);
  if (to[0] == 'a' && to[1] == 0) return 2; // REACHED
  if (to[5] == 'z') return 3; // REACHED
  return to[6] == 0;
}
