// C++: std::vector of symbolic numbers, and an algorithm over it.
// options: --stdin 12
#include <algorithm>
#include <unistd.h>
#include <vector>

int main() {
  int b[3];
  if (read(0, b, 12) != 12) return 1;
  std::vector<int> v(b, b + 3);
  v.push_back(100);
  std::sort(v.begin(), v.end());
  if (v[0] == 7) return 2; // REACHED
  if (v[3] == 1000 && v[2] == 500) return 3; // REACHED
  return 0;
}
