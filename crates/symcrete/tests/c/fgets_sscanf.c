// Lines of fgets that sscanf takes apart: where the next line begins depends on the end of the one before, whatever was read
// from its text in between, and from another stream.
// options: --iterations 400 --time 60 --file other=8
#include <stdio.h>

int main(void) {
  char line[48], name[12], c[4];
  int n, sum = 0;
  FILE *other = fopen("other", "r");
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "add %11s %d", name, &n) != 2) return 2; // REACHED
    if (n == 77) sum++; // REACHED
    if (other && fgets(c, sizeof c, other) && c[0] == 'x') sum += 2; // REACHED
  }
  return sum;
}
