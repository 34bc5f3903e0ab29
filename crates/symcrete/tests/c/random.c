// Random bytes are the same in every run: a salted hash leads nobody astray.
// options: --stdin 4
#include <fcntl.h>
#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>

int main(void) {
  unsigned salt[3] = {0};
  unsigned char text[4];
  if (getrandom(&salt[0], 4, 0) != 4 || getentropy(&salt[1], 4) != 0) return 1;
  int device = open("/dev/urandom", O_RDONLY);
  if (device < 0 || read(device, &salt[2], 4) != 4) return 1;
  if (salt[0] == salt[1] && salt[1] == salt[2]) return 2; // NEVER
  if (read(0, text, 4) != 4) return 1;
  unsigned hash = salt[0] ^ salt[1] ^ salt[2], chain = 0;
  for (int k = 0; k < 2; k++) hash = hash * 31 + text[k];
  // Which way this goes depends on the salt, what comes of it does not.
  if (hash & 1) chain += text[2] == 'a';
  else chain += text[2] == 'b';
  if (chain > 1) return 3; // NEVER
  if (text[3] == 'z') return 7; // REACHED
  return 0;
}
