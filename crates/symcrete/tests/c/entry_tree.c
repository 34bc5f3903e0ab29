// A function with a binary tree.
// options: --entry weigh --depth 2
// finding: SIGABRT
// lost: none
#include <stdlib.h>

typedef struct tree tree;
struct tree {
  tree *left, *right;
  unsigned short weight;
};

static unsigned weight(const tree *t) { return t ? weight(t->left) + t->weight + weight(t->right) : 0; }

int weigh(const tree *t) {
  const tree *left = t ? t->left : NULL;
  const tree *deeper = left ? left->left : NULL;
  if (deeper) return -1; // NEVER
  if (weight(t) == 150000) abort(); // REACHED
  return 0;
}
