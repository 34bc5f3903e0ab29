// A table of pointers to structures: each object is looked into, one address at a time.
// options: --stdin 2
#include <unistd.h>

struct item { int price; char tag; };
static struct item apple = {3, 'a'}, pear = {40, 'p'}, plum = {500, 'q'};
static struct item *items[3] = {&apple, &pear, &plum};

int main(void) {
  unsigned char b[2];
  if (read(0, b, 2) != 2) return 1;
  struct item *item = items[b[0] % 3];
  if (item->price > 100) return 2; // REACHED
  if (item->tag == 'p') return 3; // REACHED
  if (item->tag == 'q') return 4; // NEVER
  return 0;
}
