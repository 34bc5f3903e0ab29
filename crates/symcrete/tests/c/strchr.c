// strchr, strrchr and memchr: found or not is one condition.
// options: --stdin 16
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char b[17] = {0};
  if (read(0, b, 16) != 16) return 1;
  char *colon = strchr(b, ':');
  if (!colon) return 2; // REACHED
  if (strrchr(b, ':') != colon) return 3; // REACHED
  if (!memchr(b + 8, '!', 8)) return 4; // REACHED
  if (colon == b + 5) return 5; // REACHED
  return 0;
}
