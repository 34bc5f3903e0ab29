// A symbolic variable of the environment.
// options: --env LEVEL=3 --env MODE=2
// covered: 13 of 16
// finding: SIGABRT
#include <stdlib.h>

int main(void) {
  const char *level = getenv("LEVEL"), *mode = getenv("MODE");
  if (!level || !mode) return 1; // NEVER
  if (getenv("OTHER")) return 2; // NEVER
  if (mode[0] == 'x' && mode[1] == 0) return 3; // REACHED
  if (level[0] == '9' && level[1] == mode[0] && mode[0] != 0) abort(); // REACHED
  return 0;
}
