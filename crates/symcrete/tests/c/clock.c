// The time as a salt: runs begin at the same second, whichever fork server they are of, and time passes within one.
// options: --stdin 3
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  unsigned char text[3];
  time_t salt = time(NULL), later;
  usleep(400000);
  if (time(&later) < salt || later < salt) return 2; // NEVER
  if (read(0, text, 3) != 3) return 1;
  if (text[2] == 'k') kill(getppid(), SIGKILL); // REACHED
  unsigned chain = 0;
  // Which way this goes depends on the salt, what comes of it does not.
  if ((text[0] ^ salt) & 1) chain += text[1] == 'a';
  else chain += text[1] == 'b';
  if (chain > 1) return 3; // NEVER
  if (text[2] == 'z') return 7; // REACHED
  return 0;
}
