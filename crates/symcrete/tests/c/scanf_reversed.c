// A word that is copied, cut and compared: expressions do not depend on how long the word is in a run.
// options: --iterations 1000
// covered: 24 of 24
#include <stdio.h>
#include <string.h>

int main(void) {
  char s[16], t[16];
  int n;
  while (scanf("%15s", s) == 1) {
    size_t l = strlen(s);
    if (l > 2 && s[l - 1] == '!') s[--l] = 0; // REACHED
    for (size_t i = 0; i < l; i++) t[i] = s[l - 1 - i];
    t[l] = 0;
    if (!strcmp(s, t) && l == 5) { // REACHED
      if (s[0] == 'l' && s[1] == 'e' && s[2] == 'v') return 7; // REACHED
    }
    if (!strcmp(t, "drow")) return 3; // REACHED
    if (scanf("%d", &n) == 1 && n == (int)l * 100) return 9; // REACHED
  }
  return 0;
}
