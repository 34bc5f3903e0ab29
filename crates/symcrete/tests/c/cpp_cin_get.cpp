// C++: single characters by std::cin.get, peek, unget and putback.
// options: --stdin 6
// lost: none
#include <iostream>

int main() {
  char c, again;
  if (!std::cin.get(c)) return 1;                             // REACHED
  if (std::cin.peek() == '!') {                               // REACHED
    if (std::cin.get() == '!' && std::cin.unget() && std::cin.get(again) && again == '!' && c == '?') return 2; // REACHED
    return 3;
  }
  if (c == 'x') {                                             // REACHED
    std::cin.putback(c);
    if (std::cin.get(again) && again != c) return 4;          // NEVER
    if (std::cin.get() == 'y') return 5;                      // REACHED
  }
  return 0;
}
