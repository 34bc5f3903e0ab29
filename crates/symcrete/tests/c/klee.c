// A program written for KLEE.
// covered: 11 of 14
// finding: error function reached
#include <klee/klee.h>

struct item {
  int weight;
  char tag[4];
};

int main(void) {
  struct item item;
  int count = klee_range(2, 9, "count"), factor = klee_int("factor");
  klee_make_symbolic(&item, sizeof item, "item");
  klee_assume(item.weight > 10);
  klee_prefer_cex(&item, item.tag[0] < 127);
  if (count < 2 || count > 8) return 1; // NEVER
  if (item.weight == 5) return 2; // NEVER
  if (item.tag[1] == 'z' && count == 7) { // REACHED
    if (factor != item.weight * 3) klee_silent_exit(3); // REACHED
    klee_assert(item.weight != 21);
  }
  return 0;
}
