// A function with a buffer and its length, which an assumption binds to the buffer; its file has a main of its own.
// options: --entry checksum --elements 5 --assume data&&n<=elements(data)
// finding: SIGABRT
// lost: none
#include <stdint.h>
#include <stdlib.h>

static int checksum(const uint8_t *data, size_t n) {
  unsigned sum = 7;
  if (n > 5) return -1; // NEVER
  if (!data) return -2; // NEVER
  for (size_t i = 0; i < n; i++) sum = sum * 31 + data[i];
  if (n == 5 && sum == 0x0d7a1b31) abort(); // REACHED
  return (int)sum;
}

int main(void) { return checksum((const uint8_t *)"x", 1); }
