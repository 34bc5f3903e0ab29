// Volatile objects are read and written each time, and their values are followed.
// options: --stdin 2
// covered: 6 of 6
// lost: none
#include <unistd.h>

static volatile int state;

int main(void) {
  volatile unsigned char b[2];
  if (read(0, (void *)b, 2) != 2) return 1;
  state = b[0] * 3;
  state = state + b[1];
  if (state == 700) return 2; // REACHED
  state = state ^ 1;
  if (state == 12) return 3; // REACHED
  return 0;
}
