// fread of structures.
// options: --stdin 24
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct item {
  int id;
  short kind;
  double price;
};
int main(void) {
  struct item item;
  if (fread(&item, sizeof item, 1, stdin) != 1) return 1;
  if (item.id == 1000000 && item.kind == -3) return 2; // REACHED
  if (item.price > 99.5 && item.price < 99.75) return 3; // REACHED
  return 0;
}
