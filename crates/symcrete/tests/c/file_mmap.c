// A symbolic file that is mapped, if it is long enough.
// options: --file data=16 -- data
// finding: SIGABRT
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

int main(int argc, char **argv) {
  (void)argc;
  struct stat about;
  int fd = open(argv[1], O_RDONLY);
  fstat(fd, &about);
  if (about.st_size < 16) return 2; // REACHED
  const unsigned char *at = mmap(NULL, 16, PROT_READ, MAP_PRIVATE, fd, 0);
  unsigned word;
  if (at == MAP_FAILED) return 1; // NEVER
  memcpy(&word, at + 4, 4);
  if (word == 0x7f454c46 && at[15] == 3) abort(); // REACHED
  return 0;
}
