// Options of the command line, single and in a row, with and without arguments, and long ones.
// options: --arg 8 --arg 3 --iterations 600
// covered: 16 of 16
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const struct option longs[] = {{"verbose", 0, 0, 'v'}, {"output", 1, 0, 'o'}, {0, 0, 0, 0}};

int main(int argc, char **argv) {
  int c, verbose = 0, level = 0;
  const char *out = "";
  while ((c = getopt_long(argc, argv, "vo:n:", longs, 0)) != -1) {
    switch (c) {
    case 'v': verbose++; break;
    case 'o': out = optarg; break;
    case 'n': level = atoi(optarg); break;
    default: return 2;
    }
  }
  if (verbose == 3) return 3; // REACHED
  if (!strcmp(out, "log")) return 4; // REACHED
  if (level == 42) return 5; // REACHED
  if (optind < argc && argv[optind][0] == 'f') return 6; // REACHED
  return 0;
}
