// Constants written at symbolic indices: a set of bytes, the end of a text. What was there before is known.
// options: --stdin 6 --iterations 300
// covered: 20 of 20
#include <stdio.h>
#include <string.h>

int main(void) {
  static char seen[256];
  int count[26] = {0}, n_again = 0;
  unsigned char b[6];
  if (fread(b, 1, 6, stdin) != 6) return 1;
  for (int i = 0; i < 6; i++) {
    if (seen[b[i]]) n_again++; // REACHED
    seen[b[i]] = 1;
  }
  if (n_again == 3) return 2; // REACHED
  for (int i = 0; i < 6; i++)
    if (b[i] >= 'a' && b[i] <= 'z') count[b[i] - 'a']++;
  if (count[2] == 2 && n_again == 1) return 3; // REACHED
  char name[8] = "abcdefg";
  name[b[0] & 7] = 0;
  if (strlen(name) == 5) return 4; // REACHED
  return 0;
}
