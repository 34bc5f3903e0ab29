// What a loop carries that is left or continued by a switch: the optimiser makes one of the two ways to leave it.
// symbolic branches: 3
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct node { unsigned char kind; int next; };

static __attribute__((noinline)) int find(struct node *nodes, unsigned long key, volatile unsigned *n) {
  struct node *at;
  if (key < 10) at = nodes + (int)key % 3; else at = nodes + key % *n;
  for (;;) {
    if (at->kind == 3) return 1;
    int next = at->next;
    if (next == 0) break;
    at += next;
  }
  return 0;
}

int main(void) {
  unsigned char in[2];
  if (read(0, in, 2) != 2) return 1;
  struct node *nodes = calloc(8, sizeof *nodes);
  volatile unsigned n = 7;
  nodes[5].kind = 3;
  nodes[6].next = -1;
  printf("%d\n", find(nodes, in[0] + 256 * in[1], &n));
  return 0;
}
