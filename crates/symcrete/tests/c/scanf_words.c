// Words of scanf: a command and its argument are one question each, whatever their lengths are.
// options: --iterations 2000 --time 60
// covered: 20 of 22
#include <stdio.h>
#include <string.h>

int main(void) {
  char command[8], name[12], value[4096];
  if (scanf("%7s", command) != 1) return 1; // REACHED
  if (!strcmp(command, "remove")) return 2; // REACHED
  if (!strcmp(command, "longest")) return 3; // REACHED
  if (!strcmp(command, "longer-than-it-can-be")) return 4; // NEVER
  if (strcmp(command, "set")) return 5; // REACHED
  if (scanf(" %11[a-z_]=%s", name, value) != 2) return 6; // REACHED
  if (strcmp(name, "file_name")) return 7; // REACHED
  if (strlen(value) == 5) return 8; // REACHED
  if (strlen(value) == 21) return 9; // REACHED
  if (!strcmp(value, "/etc/passwd")) return 10; // REACHED
  if (!strcmp(value, "with space")) return 11; // NEVER
  return 0;
}
