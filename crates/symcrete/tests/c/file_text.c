// A symbolic text file, character by character, until it ends; standard input is replaced by it.
// options: --file list=4
// finding: SIGABRT
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int lines = 0, marked = 0, c, before = '\n';
  if (!freopen("list", "r", stdin)) return 1; // NEVER
  while ((c = getchar()) != EOF) {
    if (c == '\n') lines++; // REACHED
    if (c == '*' && before == '\n') marked++; // REACHED
    before = c;
  }
  if (before == '\n' && lines == 0) return 2; // REACHED
  if (lines == 2 && marked == 2) abort(); // REACHED
  return 0;
}
