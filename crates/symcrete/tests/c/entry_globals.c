// Global variables on request, static ones too; the others keep their values.
// options: --entry step --globals state,limits
// finding: SIGABRT
// lost: none
#include <stdlib.h>

static struct {
  int mode;
  unsigned char keys[4];
} state = {1, {0}};
int limits[2] = {3, 4};
int fixed = 5;

void step(void) {
  if (fixed != 5) exit(1); // NEVER
  if (state.mode == 9 && state.keys[3] == 'K' && limits[1] == -7) abort(); // REACHED
}
