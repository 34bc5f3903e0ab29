// C++: lines that std::cin.getline puts into an array, and what it says of those that do not fit.
// options: --stdin 10
// lost: none
#include <cstring>
#include <iostream>

int main() {
  char line[6];
  if (!std::cin.getline(line, sizeof line)) { // REACHED
    if (std::cin.eof()) return 1;             // REACHED
    if (line[4] == '4') return 2;             // REACHED
    return 3;
  }
  if (!strcmp(line, "end")) return 4;         // REACHED
  if (std::cin.gcount() == 1) return 5;       // REACHED
  return 0;
}
