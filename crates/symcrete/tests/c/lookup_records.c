// A table of structures of twelve bytes, searched by two of its members.
// options: --stdin 1
// covered: 11 of 12
// lost: none
#include <unistd.h>

static const struct { short key; int weight; char tag; } table[5] = {
    {10, 70000, 'a'}, {20, -3, 'b'}, {30, 12, 'c'}, {40, 12, 'd'}, {50, 9, 'e'}};

int main(void) {
  unsigned char b;
  if (read(0, &b, 1) != 1) return 1;
  if (table[b % 5].weight < 0) return 2; // REACHED
  if (table[b % 5].weight == 12 && table[b % 5].tag == 'd') return 3; // REACHED
  if (table[b % 5].key == 50) // REACHED
    if (table[b % 5].tag != 'e') return 4; // NEVER
  return 0;
}
