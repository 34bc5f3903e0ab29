// C++: words that std::cin reads.
// options: --stdin 12 --iterations 400
// lost: none
#include <iostream>
#include <string>

int main() {
  std::string command, name;
  if (!(std::cin >> command)) return 1;                       // REACHED
  if (command == "open" && std::cin >> name) {                // REACHED
    if (name == "it" && std::cin.eof()) return 2;             // REACHED
  }
  return 0;
}
