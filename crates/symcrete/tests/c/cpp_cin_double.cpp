// C++: numbers of floating point that std::cin reads.
// options: --stdin 4 --iterations 600
#include <iostream>

int main() {
  double d;
  if (!(std::cin >> d)) return 1; // REACHED
  if (d == 2.5) return 2;         // REACHED
  if (d < -500) return 3;        // REACHED
  return 0;
}
