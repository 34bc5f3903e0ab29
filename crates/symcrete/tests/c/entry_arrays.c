// A function with a matrix, strings behind strings, memory of no type, and a callback in a struct, which stays null.
// options: --entry arrange --elements 2
// finding: SIGABRT
// lost: none
#include <stdlib.h>

struct hooks {
  int (*call)(int);
  int id;
};

int arrange(int m[][3], char **names, void *raw, struct hooks h) {
  if (h.call) return h.call(h.id); // NEVER
  if (!m || !names || !raw) return 1; // REACHED
  if (m[1][2] != 12) return 2; // REACHED
  if (!names[1] || names[1][0] != 'n') return 3; // REACHED
  if (((char *)raw)[1] == 'r' && h.id == 77) abort(); // REACHED
  return 4;
}
