// C++: characters that std::cin reads, with and without skipping white space, and into arrays of a width.
// options: --stdin 8
// lost: none
#include <cstring>
#include <iomanip>
#include <iostream>

int main() {
  char c, text[4];
  if (!(std::cin >> c)) return 1;                                    // REACHED
  if (c == '#') {                                                    // REACHED
    if (std::cin >> std::noskipws >> c && c == ' ') return 2;        // REACHED
    return 3;
  }
  if (std::cin >> std::setw(4) >> text && !strcmp(text, "abc")) return 4; // REACHED
  return 0;
}
