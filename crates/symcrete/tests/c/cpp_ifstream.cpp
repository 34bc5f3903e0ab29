// C++: a file that std::ifstream reads.
// options: --file conf=10 --iterations 1200 --time 60
// lost: none
#include <fstream>
#include <string>

int main() {
  std::ifstream file("conf");
  std::string key;
  int value;
  if (!file) return 1;                                        // NEVER
  if (!(file >> key)) return 2;                               // REACHED
  if (key == "size" && file >> value && value == 300) {       // REACHED
    file.clear();
    file.seekg(0, std::ios::end);
    if (file.tellg() == std::streampos(9)) return 3;          // REACHED
  }
  return 0;
}
