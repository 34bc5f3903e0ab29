// C++: numbers of a string's text.
// options: --stdin 4 --iterations 600
#include <iostream>
#include <stdexcept>
#include <string>

int main() {
  std::string word;
  std::cin >> word;
  try {
    std::size_t end;
    if (std::stoi(word, &end) == 815) return end == word.size() ? 1 : 2; // REACHED
    if (std::stol(word, nullptr, 16) == 0xfee) return 3;                 // REACHED
    if (std::stod(word) == 1.25) return 4;                               // REACHED
  } catch (const std::logic_error &) {
    return 5;
  }
  return 0;
}
