// C++: std::string built from input, compared and searched.
// options: --stdin 8
#include <string>
#include <unistd.h>

int main() {
  char b[8];
  if (read(0, b, 8) != 8) return 1;
  std::string s(b, 8);
  if (s == "password") return 2; // REACHED
  if (s[2] == 'x') return 3; // REACHED
  s += 'z';
  if (s.substr(3, 2) == "ab") return 4; // REACHED
  return 0;
}
