// C++: a block that std::cin.read gets, and the rest by the stream's buffer.
// options: --stdin 9
// lost: none
#include <cstring>
#include <iostream>
#include <sstream>

int main() {
  char block[4];
  std::ostringstream rest;
  if (!std::cin.read(block, sizeof block) && std::cin.gcount() == 3) return 1; // REACHED
  if (memcmp(block, "\x7f""ELF", 4)) return 2;                                 // REACHED
  rest << std::cin.rdbuf();
  return rest.str() == "rest" ? 3 : 0; // REACHED
}
