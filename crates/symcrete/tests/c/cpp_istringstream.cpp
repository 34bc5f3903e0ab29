// C++: a stream of symbolic text.
// options: --stdin 10 --iterations 400 --time 60
// lost: none
#include <iostream>
#include <sstream>
#include <string>

int main() {
  std::string line, word;
  if (!std::getline(std::cin, line)) return 1;                // REACHED
  std::istringstream text(line);
  int n;
  char c;
  if (!(text >> word)) return 2;                              // REACHED
  if (word == "add" && text >> n >> c) {                      // REACHED
    if (n == 17 && c == '%') return 3;                        // REACHED
  }
  return 0;
}
