// C++: what std::cin.ignore leaves.
// options: --stdin 8
// lost: none
#include <iostream>
#include <limits>

int main() {
  char c;
  std::cin.ignore();
  if (!std::cin) return 1;                                    // REACHED
  std::cin.ignore(2);
  std::cin.ignore(std::numeric_limits<std::streamsize>::max(), ':');
  if (std::cin.get(c) && c == '7') return 2;                  // REACHED
  if (std::cin.gcount() == 1 && c == '8') return 3;           // REACHED
  return 0;
}
