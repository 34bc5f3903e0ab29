// A function with a struct of structs, passed by value: arrays, an unnamed struct, a string, a bit-field.
// options: --entry judge
// finding: SIGABRT
// lost: none
#include <stdlib.h>

typedef struct {
  short x, y;
} point;

struct shape {
  point corner[2];
  struct {
    unsigned layer : 3;
    signed delta : 4;
  };
  const char *label;
  double weights[2];
};

int judge(struct shape s) {
  if (s.corner[0].x >= s.corner[1].x) return 0; // REACHED
  if (s.layer != 6 || s.delta != -3) return 1; // REACHED
  if (!s.label) return 2; // REACHED
  if (s.label[0] == 'o' && s.label[1] == 'k' && s.label[2] == 0 && s.weights[1] > 2.5) abort(); // REACHED
  return 3;
}
