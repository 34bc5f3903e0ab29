// Challenge: the strcmp family: strcmp, strncmp, strcasecmp, strncasecmp, strstr, strchr.
// options: --stdin 64 --time 60
// finding: SIGABRT
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int main(void) {
  char b[65] = {0};
  if (read(0, b, 64) != 64) return 1;
  if (strncmp(b, "GET ", 4)) return 0;
  if (!strcasecmp(b + 4, "Index.HTML") && b[4] == 0x69)
    if (!strncasecmp(b + 16, "content-type:", 13))
      if (!strcmp(b + 30, "text/plain") && strlen(b + 41) == 7)
        if (strstr(b + 50, "xyz") && strchr(b + 50, 0x2e)) abort(); // REACHED
  return 0;
}
