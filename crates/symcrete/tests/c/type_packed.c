// Members that are not aligned.
// options: --stdin 15
// lost: none
#include <stdint.h>
#include <unistd.h>

struct __attribute__((packed)) message {
  uint8_t kind;
  uint32_t length;
  uint64_t stamp;
  uint16_t sum;
};

int main(void) {
  struct message m;
  if (read(0, &m, sizeof m) != sizeof m) return 1;
  if (m.kind != 7) return 2; // REACHED
  if (m.length != 0x01020304) return 3; // REACHED
  if (m.stamp >> 8 != 0xa1a2a3a4a5a6a7) return 4; // REACHED
  if (m.sum == (uint16_t)(m.length + m.stamp)) return 5; // REACHED
  return 0;
}
