// A symbolic file through stdio, by the name that the command line gives.
// options: --file notes.txt=6 -- @@
// finding: SIGABRT
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (!file) return 1; // NEVER
  int first = fgetc(file);
  char rest[4];
  if (first != '#') return 2; // REACHED
  if (fread(rest, 1, 2, file) != 2) return 3;
  if (rest[0] == 'o' && rest[1] == 'k') abort(); // REACHED
  fclose(file);
  return 0;
}
