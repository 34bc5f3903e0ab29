// C++: what std::cin.ignore leaves.
// options: --stdin 8
// lost: none
#include <iostream>
#include <limits>

int main() {
  char c = 0;
  std::cin.ignore();
  if (std::cin.eof()) return 1;  // REACHED
  std::cin.ignore(2);
  std::cin.ignore(std::numeric_limits<std::streamsize>::max(), ':');
  if (!std::cin.get(c)) return 2; // REACHED
  if (c == '7') return 3;         // REACHED
  return 0;
}
