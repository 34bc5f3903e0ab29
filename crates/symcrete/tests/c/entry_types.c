// A function with an enumeration, a truth value, a union, characters and wide integers.
// options: --entry mix
// finding: SIGABRT
// lost: none
#include <stdbool.h>
#include <stdlib.h>

enum color { RED, GREEN = 5, BLUE };
union both {
  int number;
  unsigned char bytes[4];
};

int mix(enum color color, bool bold, union both *both, signed char c, unsigned long long wide, __int128 huge) {
  if (*(unsigned char *)&bold > 1) return -1; // NEVER
  if (color != GREEN || !bold) return 1; // REACHED
  if (!both || both->number != 0x41424344) return 2; // REACHED
  if (c != -100 || wide != 1ull << 63) return 3; // REACHED
  if (huge == (__int128)7 << 80) abort(); // REACHED
  return 4;
}
