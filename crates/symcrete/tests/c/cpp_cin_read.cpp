// C++: blocks that std::cin.read and readsome get, and everything by the stream's buffer.
// options: --stdin 9
// lost: none
#include <cstring>
#include <iostream>
#include <sstream>

int main() {
  char block[4];
  if (!std::cin.read(block, sizeof block)) return std::cin.gcount() == 3 ? 1 : 2; // REACHED
  if (!memcmp(block, "\x7f" "ELF", 4)) {                      // REACHED
    std::ostringstream rest;
    rest << std::cin.rdbuf();
    if (rest.str() == "rest") return 3;                       // REACHED
  }
  return 0;
}
