// The order of bytes on the network.
// options: --stdin 8
// lost: none
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <arpa/inet.h>
int main(void) {
  unsigned w;
  unsigned short h;
  if (read(0, &w, 4) != 4 || read(0, &h, 2) != 2) return 1;
  if (ntohl(w) == 0x12345678) return 2; // REACHED
  if (htons(h) == 0xbeef) return 3; // REACHED
  return 0;
}
