// C++: a table of texts, more than are compared one by one; a key is found by what it hashes to.
// options: --iterations 60 --no-mutations
#include <cstdio>
#include <string>
#include <unordered_map>

int main() {
  std::unordered_map<std::string, int> numbers;
  for (int k = 0; k < 40; k++) numbers["key" + std::to_string(k)] = k;
  char key[6] = {0};
  if (fread(key, 1, 5, stdin) != 5) return 0;
  auto found = numbers.find(std::string(key, 5));
  if (found != numbers.end()) return 1; // REACHED
  return 0;
}
