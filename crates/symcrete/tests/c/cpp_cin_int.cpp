// C++: whole numbers that std::cin reads, good, malformed and too large.
// options: --stdin 10 --time 60
// lost: none
#include <iostream>

int main() {
  int n;
  if (!(std::cin >> n)) {          // REACHED
    if (n == 2147483647) return 1; // REACHED
    return std::cin.eof() ? 2 : 3; // REACHED
  }
  if (n == 4711) return 4; // REACHED
  if (n < -99) return 5;   // REACHED
  return 0;
}
