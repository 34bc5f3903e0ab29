// Everything that reads from a stream, one after the other; after each the value, the state and the count.
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>

static void say(std::istream &in, const char *what) {
  std::cout << what << ": state " << in.rdstate() << ", count " << in.gcount() << "\n";
  if (in.fail()) in.clear(in.rdstate() & std::ios::eofbit);
}

template <typename Value> static void one(std::istream &in, const char *what) {
  Value value = Value();
  in >> value;
  std::cout << what << " " << value << "\n";
  say(in, what);
}

static void numbers(std::istream &in) {
  one<int>(in, "int");
  one<short>(in, "short");
  one<long>(in, "long");
  one<unsigned>(in, "unsigned");
  one<unsigned short>(in, "unsigned short");
  one<unsigned long long>(in, "unsigned long long");
  one<bool>(in, "bool");
  in >> std::boolalpha;
  one<bool>(in, "name of a bool");
  in >> std::hex;
  one<int>(in, "hexadecimal");
  in >> std::oct;
  one<long>(in, "octal");
  in.unsetf(std::ios::basefield);
  one<long>(in, "any base");
  in >> std::dec;
  one<float>(in, "float");
  one<double>(in, "double");
  one<long double>(in, "long double");
}

static void characters(std::istream &in) {
  char c = 0, text[5] = "";
  one<char>(in, "char");
  in >> std::noskipws >> c;
  std::cout << int(c) << "\n";
  say(in, "without skipping");
  in >> std::skipws >> std::setw(5) >> text;
  std::cout << text << ", width " << in.width() << "\n";
  say(in, "array");
  std::string word;
  in >> std::setw(3) >> word;
  std::cout << word << ", width " << in.width() << "\n";
  say(in, "word");
  c = char(in.get());
  say(in, "get");
  in.unget();
  say(in, "unget");
  in.get(c);
  in.putback(c);
  say(in, "putback");
  in.putback('@');
  say(in, "putback of another");
  std::cout << in.peek() << "\n";
  say(in, "peek");
}

static void lines(std::istream &in) {
  std::string line;
  char text[8] = "";
  std::getline(in, line);
  std::cout << line << "\n";
  say(in, "line");
  std::getline(in, line, ';');
  std::cout << line << "\n";
  say(in, "to a semicolon");
  in.getline(text, sizeof text);
  std::cout << text << "\n";
  say(in, "line in an array");
  in.get(text, sizeof text, '/');
  std::cout << text << "\n";
  say(in, "get in an array");
  in.ignore();
  say(in, "ignore one");
  in.ignore(3);
  say(in, "ignore three");
  in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  say(in, "ignore a line");
  in.read(text, 3);
  say(in, "read");
  std::cout << in.readsome(text, 2) << "\n";
  say(in, "readsome");
  in >> std::ws;
  say(in, "white space");
}

static void all(std::istream &in) {
  numbers(in);
  characters(in);
  lines(in);
}

static void strict(std::istream &in) {
  in.exceptions(std::ios::failbit | std::ios::badbit);
  try {
    int n;
    while (in >> n) std::cout << n << "\n";
  } catch (const std::ios_base::failure &) {
    std::cout << "caught, state " << in.rdstate() << "\n";
  }
}

int main(int argc, char **argv) {
  if (argc > 1) std::ios::sync_with_stdio(false);
  all(std::cin);
  std::string read(std::istreambuf_iterator<char>(std::cin), {});
  std::istringstream rest(read);
  strict(rest);
  std::ifstream file("input");
  all(file);
  file.clear();
  file.seekg(0, std::ios::end);
  std::cout << "size " << file.tellg() << "\n";
  file.seekg(0);
  std::ostringstream copy;
  copy << file.rdbuf();
  std::istringstream text(copy.str());
  all(text);
  std::cout << "end\n";
}
