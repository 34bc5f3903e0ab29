// C++: numbers that std::cin reads, in decimal and other bases, good, malformed and too large.
// options: --stdin 12
// lost: none
#include <iostream>

int main() {
  int n;
  if (!(std::cin >> n)) {               // REACHED
    if (std::cin.eof()) return 1;       // REACHED
    if (n == 2147483647) return 2;      // REACHED
    return 3;
  }
  if (n == 4711) {                      // REACHED
    long other = 0;
    if (std::cin >> std::hex >> other && other == -0xbe) return 4; // REACHED
  }
  if (n < -99 && std::cin.eof()) return 5; // REACHED
  return 0;
}
