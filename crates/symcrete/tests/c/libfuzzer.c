// A program written for libFuzzer: no main, a buffer whose length varies.
// options: --max-len 64
// finding: SIGABRT
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static int ready;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  ready = *argc > 0 && *argv != NULL;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!ready) return 1; // NEVER
  if (size > 64) return 2; // NEVER
  if (size < 3) return 0; // REACHED
  if (data[0] == 'F' && data[1] == 'Z' && size == 11 && data[10] == '!') abort(); // REACHED
  return 0;
}
