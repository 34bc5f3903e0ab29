// C++: std::cin with a buffer of its own.
// options: --stdin 8 --iterations 600 --time 60
// lost: none
#include <iostream>
#include <string>

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  int n;
  std::string word, line;
  if (!(std::cin >> n)) return 1;                             // REACHED
  if (n == 7 && std::cin >> word && word == "up") { // REACHED
    std::getline(std::cin, line);
    if (std::getline(std::cin, line) && line == "go") return 2; // REACHED
  }
  return 0;
}
