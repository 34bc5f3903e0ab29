// What is only printed is not lost.
// options: --stdin 4
// lost: none
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  int n;
  if (read(0, &n, 4) != 4) return 1;
  if (n == 99) return 2; // REACHED
  printf("%d\n", n);
  putchar(n & 127);
  fputs("done\n", stderr);
  return 0;
}
