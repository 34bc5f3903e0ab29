// A text longer than what a model looks at in one piece: which piece its end is in is a step of the path, so that a byte that
// ends it earlier, or no longer ends it, is no surprise.
// options: --stdin 700 --stdin-fixed
// lost: none
#include <string.h>
#include <unistd.h>

int main(void) {
  static char b[701], c[701];
  if (read(0, b, 700) != 700) return 1;
  size_t n = strlen(b);
  memcpy(c, b, sizeof b);
  c[650] = 0;
  if (n == 0 && b[1] == 7) return 2; // REACHED
  if (n == 100) return 3; // REACHED
  if (n == 300 && b[200] == 'x') return 4; // REACHED
  if (n == 600 && b[599] == '}') return 5; // REACHED
  if (n > 700) return 6; // NEVER
  if (n == 700 && strchr(b, 'y') == b + 500) return 7; // REACHED
  if (n == 690 && strcmp(b, c) != 0) return 8; // REACHED
  if (n == 640)
    if (strcmp(b, c) != 0) return 9; // NEVER
  if (memchr(b, 'z', 700) == b + 699) return 10; // REACHED
  if (n == 660 && memcmp(b + 10, b + 20, 600) == 0 && b[10] == 'q') return 11; // REACHED
  return 0;
}
