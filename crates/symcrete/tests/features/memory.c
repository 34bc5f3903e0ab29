// Unions, packed structs, copies that overlap, partial overwrites, stack memory of variable size.
// symbolic branches: 4
// lost: symbolic size
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }

union view { unsigned u; unsigned char b[4]; unsigned short h[2]; };
#pragma pack(1)
struct packed { char a; int b; short c; };
#pragma pack()

int main(void) {
  read(0, in, sizeof in);

  union view v;
  v.u = in[0] | in[1] << 8 | in[2] << 16 | (unsigned)in[3] << 24;
  v.b[1] = 7;
  if (v.h[1] > 300) add(1);
  add(v.u);
  struct packed p = {in[4], in[5] * 77, in[6]};
  if (p.b == 77) add(2);
  add(p.b + p.c);
  unsigned char line[32];
  memcpy(line, in, 32);
  memmove(line + 3, line, 20);
  for (int i = 0; i < 32; i++) add(line[i]);
  memset(line + 4, in[7], in[8] & 15);
  if (line[5] == 9) add(3);
  add(line[6]);
  char *heap = __builtin_alloca(in[9] + 1);
  memset(heap, in[10], in[9] + 1);
  add(heap[0] + heap[in[9]]);
  int table[(in[11] & 3) + 1];
  table[0] = in[12];
  add(table[0]);
  printf("%ld\n", out);
  return out & 63;
}
