// Lines of fgets: a command is one question, whatever the line is in a run, and its newline may be cut off.
// options: --iterations 1500 --time 60
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char line[64];
  int level = 0, power = 0;
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\r\n")] = 0;
    if (!strcmp(line, "power")) { // REACHED
      power = !power;
    } else if (!strncmp(line, "level ", 6)) { // REACHED
      if (!power) continue; // REACHED
      level = atoi(line + 6);
      if (level < 0 || level > 100) return 1; // REACHED
    } else if (!strcmp(line, "status")) { // REACHED
      if (power && level > 90) return 2; // REACHED
    } else if (!strcmp(line, "quit")) { // REACHED
      return 0;
    } else if (*line) { // REACHED
      return 3;
    }
  }
  return 4;
}
