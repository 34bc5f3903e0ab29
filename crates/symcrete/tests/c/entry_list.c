// A function with a linked list: null, or nodes down to a depth.
// options: --entry list_is --depth 3
// covered: 8 of 8
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

int list_is(const struct node *list) {
  int n = 0, sum = 0;
  for (; list != NULL; list = list->next) {
    sum += list->value;
    n++;
  }
  if (n == 0) return 0; // REACHED
  if (n == 3 && sum == 100) return 1; // REACHED
  return n;
}
