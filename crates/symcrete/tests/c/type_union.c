// One memory under several types.
// options: --stdin 8
// lost: none
#include <unistd.h>

union all {
  unsigned char bytes[8];
  unsigned short halves[4];
  unsigned words[2];
  unsigned long whole;
};

int main(void) {
  union all u;
  if (read(0, u.bytes, 8) != 8) return 1;
  if (u.words[1] == 0xdeadbeef) return 2; // REACHED
  u.bytes[3] ^= 0x55;
  if (u.whole == 0x1122334455667788) return 3; // REACHED
  if (u.halves[1] == 0x5a01 && u.bytes[3] != 0x5a) return 4;
  if (u.halves[1] == 0x5a01 && u.bytes[2] == 0x01) return 5; // REACHED
  return 0;
}
