// Arguments, environment, a file, standard input and a value asked for: one run, one test.
// options: --stdin 2 --arg 3 --env KEY=2 --file f=3 -- -f @@
// finding: error function reached
#include <stdio.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc != 4 || argv[1][1] != 'f') return 1;
  FILE *file = fopen(argv[2], "r");
  if (!file) return 2;
  int sum = argv[3][0] + getenv("KEY")[0] + fgetc(file) + getchar() + __VERIFIER_nondet_uchar();
  if (argv[3][0] == 'a' && fgetc(file) == 'b' && getchar() == 'c') // REACHED
    if (sum == 901) reach_error(); // REACHED
  return 0;
}
