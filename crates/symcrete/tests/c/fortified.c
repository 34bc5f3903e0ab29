// A program compiled with checks: copies, strings, prints and reads go through __*_chk.
// options: --stdin 12
// lost: none
#define _FORTIFY_SOURCE 2
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__memcpy_chk(void *, const void *, size_t, size_t);
extern char *__strcpy_chk(char *, const char *, size_t);
extern char *__strncat_chk(char *, const char *, size_t, size_t);
extern int __sprintf_chk(char *, int, size_t, const char *, ...);
extern ssize_t __read_chk(int, void *, size_t, size_t);

int main(void) {
  char in[16] = {0}, copy[16] = {0}, text[32] = "";
  if (__read_chk(0, in, 12, sizeof in) != 12) return 1;
  in[4] = 0;
  __memcpy_chk(copy, in + 5, 4, sizeof copy);
  if (memcmp(copy, "abcd", 4) == 0) return 2; // REACHED
  __strcpy_chk(text, in, sizeof text);
  __strncat_chk(text, copy, 2, sizeof text);
  if (strcmp(text, "keysha") == 0) return 3; // REACHED
  __sprintf_chk(text, 1, sizeof text, "%d-%c", in[9], in[10]);
  if (strcmp(text, "77-Q") == 0) return 4; // REACHED
  return 0;
}
