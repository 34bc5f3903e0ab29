// Numbers of more than 64 bits stop at the end of their range, as in strtol, before they are cut to their place.
// options: --stdin 24 --stdin-fixed
// lost: none
#include <stdio.h>
#include <unistd.h>

static int are_digits(const char *b, int n) {
  int all = 1;
  for (int i = 0; i < n; i++) all &= (unsigned char)(b[i] - '0') < 10;
  return all;
}

int main(void) {
  char b[25] = {0};
  unsigned x = 0, h = 0;
  long l = 0;
  if (read(0, b, 24) != 24 || !are_digits(b, 24)) return 1;
  if (sscanf(b, "%u", &x) != 1 || sscanf(b, "%x", &h) != 1 || sscanf(b, "%ld", &l) != 1) return 2; // NEVER
  if (b[0] == '9')
    if (x != 0xffffffff || h != 0xffffffff || l != 0x7fffffffffffffff) return 3; // NEVER
  if (b[7] == '1')
    if (h == 0x7777) return 4; // NEVER
  if (x == 4711 && h == 0x4711) return 5; // REACHED
  return 0;
}
