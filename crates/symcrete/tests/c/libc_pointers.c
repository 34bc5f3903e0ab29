// Modelled functions that are handed around as pointers: a reader, a comparison, a class of characters.
// options: --stdin 6
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct source {
  int (*next)(FILE *);
  FILE *from;
};

static const struct {
  int (*compare)(const char *, const char *);
  int (*class)(int);
} table[] = {{strcmp, isdigit}};

int main(void) {
  struct source source = {fgetc, stdin};
  char word[5] = {0};
  int first = source.next(source.from);
  if (first == '#') return 2; // REACHED
  if (table[0].class(first)) return 3; // REACHED
  for (int k = 0; k < 4; k++) word[k] = (char)source.next(source.from);
  if (table[0].compare(word, "okay") == 0) return 4; // REACHED
  if (source.next != fgetc) return 5; // NEVER
  return 0;
}
