// Calls of libc functions without a model are counted at their line.
// symbolic branches: 0
// lost: call of a function that is not instrumented
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];

int main(void) {
  read(0, in, sizeof in);
  in[63] = 0;
  char to[64];
  size_t n = strxfrm(to, (char *)in, 64);
  if (n == 70) puts("long");
  printf("%zu\n", n);
  return 0;
}
