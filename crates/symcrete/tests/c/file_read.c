// A symbolic file through descriptors: seeks, positions of its own, a second descriptor, a file that is not symbolic.
// options: --file in/data=8
// finding: SIGABRT
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char a, b[2], c, own;
  int fd = open("in/data", O_RDONLY), out = open("out", O_RDWR | O_CREAT, 0600);
  struct stat about;
  if (fd < 0 || out < 0 || fstat(fd, &about) != 0) return 1; // NEVER
  if (about.st_size != 8) return 2;
  if (lseek(fd, 5, SEEK_SET) != 5 || read(fd, &a, 1) != 1) return 3;
  if (pread(fd, b, 2, 1) != 2) return 4;
  if (lseek(dup(fd), 0, SEEK_CUR) != 6 || read(dup(fd), &c, 1) != 1) return 5;
  if (write(out, "w", 1) != 1 || pread(out, &own, 1, 0) != 1) return 6;
  if (own != 'w') return 7; // NEVER
  if (a == '5' && b[0] == '1' && b[1] == '2' && c == '6') abort(); // REACHED
  return 0;
}
