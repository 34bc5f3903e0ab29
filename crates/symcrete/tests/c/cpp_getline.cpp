// C++: lines that std::getline reads, to their end and to another character.
// options: --stdin 10
// lost: none
#include <iostream>
#include <string>

int main() {
  std::string line, key;
  if (!std::getline(std::cin, line)) return 1;                // REACHED
  if (line.empty()) return 2;                                 // REACHED
  if (line == "key") {                                        // REACHED
    if (std::getline(std::cin, key, '=') && key == "a" && !std::cin.eof()) return 3; // REACHED
  }
  return 0;
}
