// A constant table: an index for an entry is found, and for an entry that is not there it is proved that none is.
// options: --stdin 2
// covered: 5 of 6
// lost: none
#include <unistd.h>

static const unsigned short table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

int main(void) {
  unsigned char b[2];
  if (read(0, b, 2) != 2) return 1;
  if (table[b[0] & 15] == 8) return 2; // REACHED
  if (table[b[1] & 15] == 10) return 3; // NEVER
  return 0;
}
