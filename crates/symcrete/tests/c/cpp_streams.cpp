// C++: what std::cin and streams of symbolic text read is lost inside libstdc++, and counted at the lines that read.
// options: --stdin 8
// lost: call of a function that is not instrumented
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

int main() {
  std::istringstream numbers("1 2");
  int n, x;
  numbers >> n;
  if (n != 1) return 1;
  if (getchar() != 'x') return 2; // REACHED
  std::string s;
  if (!std::getline(std::cin, s)) return 3;
  if (std::cin >> x && x == 4711) return 4;
  return 0;
}
