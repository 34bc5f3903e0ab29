// The length of a symbolic file: what stat, seeks and short reads tell.
// options: --file data=9
// covered: 16 of 18
// finding: SIGABRT
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char head[4];
  struct stat about;
  int fd = open("data", O_RDONLY);
  if (fd < 0) return 1; // NEVER
  ssize_t got = read(fd, head, 4);
  if (got == 0) return 2; // REACHED
  if (got == 3) return 3; // REACHED
  if (got < 4) return 4; // REACHED
  if (stat("data", &about) != 0) return 5; // NEVER
  if (about.st_size == 6) return 6; // REACHED
  FILE *file = fopen("data", "rb");
  fseek(file, 0, SEEK_END);
  if (ftell(file) == 8) return 7; // REACHED
  if (head[0] == 'P' && lseek(fd, 0, SEEK_END) == 5) abort(); // REACHED
  return 0;
}
