// C++: whole numbers in other bases than ten.
// options: --stdin 5 --iterations 1600 --time 60
// lost: none
#include <iostream>

int main() {
  unsigned n = 0, m = 0;
  if (!(std::cin >> std::hex >> n)) return 1; // REACHED
  if (n == 0xbeef) return 2;                  // REACHED
  std::cin >> std::oct >> m;
  if (n == 0xa && m == 075) return 3;         // REACHED
  return 0;
}
