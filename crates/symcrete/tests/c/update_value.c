// Numbers written at symbolic indices, several in one piece of straight code: what was there before is known, wherever they went.
// options: --stdin 6 --iterations 300
// covered: 13 of 16
// lost: none
#include <stdio.h>

int main(void) {
  int at[64] = {0};
  double level[4] = {0, 0, 0, 0};
  unsigned char b[6];
  if (fread(b, 1, 6, stdin) != 6) return 1;
  at[b[0] & 63] = b[1] * 4 + 1;
  at[b[2] & 63] = b[3] - 200;
  if (at[41] == 1001) { // REACHED
    if (at[17] == -3) return 2; // REACHED
    if (at[b[2] & 63] == 1001) return 3; // NEVER
  }
  if ((b[0] ^ b[2]) & 63) // REACHED
    if (at[b[0] & 63] != b[1] * 4 + 1) return 4; // NEVER
  level[b[4] & 3] = b[5] * 0.5;
  level[b[5] & 3] = 7;
  if (level[2] == 100.5 && level[1] == 7) return 5; // REACHED
  return 0;
}
