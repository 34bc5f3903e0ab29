// C++: numbers that std::cin reads, in decimal and other bases, good, malformed and too large.
// options: --stdin 12
// lost: none
#include <iostream>

int main() {
  int n;
  long other = 0;
  if (!(std::cin >> n)) {          // REACHED
    if (std::cin.eof()) return 1;  // REACHED
    if (n == 2147483647) return 2; // REACHED
    return 3;
  }
  if (n == 4711) {                 // REACHED
    if (std::cin >> std::hex >> other && other == -0xbe) return 4; // REACHED
  }
  if (n < -99) return 5;           // REACHED
  return 0;
}
