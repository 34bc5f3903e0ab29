// C++: a stream of text that is not symbolic, and others that read what C functions left.
// options: --stdin 8 --time 30
// lost: none
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

int main() {
  std::istringstream numbers("1 2");
  int n, x;
  numbers >> n;
  if (n != 1) return 1;                               // NEVER
  if (getchar() != 'x') return 2;                     // REACHED
  std::string s;
  if (!std::getline(std::cin, s)) return 3;           // REACHED
  if (std::cin >> x && x == 471 && s == "y") return 4; // REACHED
  return 0;
}
