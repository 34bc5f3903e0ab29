// C++: std::min and std::max return references, and what is read there is followed.
// options: --stdin 8
// lost: none
#include <algorithm>
#include <unistd.h>

int main() {
  int b[2];
  if (read(0, b, 8) != 8) return 1;
  int low = std::min(b[0], b[1]), high = std::max(b[0], b[1]);
  if (low == 7 && high == 1000) return 2; // REACHED
  if (low > high) return 3; // NEVER
  return 0;
}
