// C++: single characters by std::cin.get, peek, unget and putback.
// options: --stdin 6
// lost: none
#include <iostream>

int main() {
  char c, again = 0;
  if (!std::cin.get(c)) return 1;        // REACHED
  if (std::cin.peek() == '!') {          // REACHED
    std::cin.get(again);
    std::cin.unget();
    if (std::cin.get() != '!') return 2; // NEVER
    return c == '?' ? 3 : 4;             // REACHED
  }
  std::cin.putback(c);
  std::cin.get(again);
  if (again != c) return 5;              // NEVER
  if (again == 'x') return 6;            // REACHED
  std::cin.putback('#');
  if (std::cin.get() != '#') return 7;   // NEVER
  return std::cin.get() == 'y' ? 8 : 0;  // REACHED
}
