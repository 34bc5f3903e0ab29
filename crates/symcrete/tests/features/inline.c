// Bodies that are there for inlining only, of glibc's headers and the program's own, are followed, and have one address.
// symbolic branches: 7
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

inline int clamped(int x) {
  if (x > 100) return 100;
  return x;
}
extern inline int clamped(int x);

int (*volatile lower)(int) = tolower;
int (*volatile clamp)(int) = clamped;

int main(void) {
  int first = getchar();
  if (tolower(first) == 'q') puts("q");
  char text[3] = {(char)getc_unlocked(stdin), (char)getchar_unlocked(), 0};
  if (atoi(text) == 42) puts("42");
  if (clamped(first) == 100) puts("clamped");
  if (lower == tolower && clamp == clamped) puts("one address each");
  if (clamp(first) == 33) puts("by its address");
  if (lower(first) == 'z') puts("z");
  return 0;
}
