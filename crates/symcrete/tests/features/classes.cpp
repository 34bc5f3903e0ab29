// Classes, templates, exceptions, containers; what libstdc++ hides is counted.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>
struct Shape {
  virtual ~Shape() {}
  virtual int area() const = 0;
};
struct Sq : Shape {
  int s;
  Sq(int s) : s(s) {}
  int area() const override { return s * s; }
};
struct Rc : Shape {
  int a, b;
  Rc(int a, int b) : a(a), b(b) {
    if (b == 13)
      throw std::runtime_error("thirteen");
  }
  int area() const override { return a * b; }
};
struct Guard {
  int &r;
  Guard(int &r) : r(r) {}
  ~Guard() { r += 7; }
};
template <class T> T clampit(T v, T lo, T hi) { return v < lo ? lo : v > hi ? hi : v; }
static int risky(int x, int &log) {
  Guard g(log);
  if (x > 200)
    throw x;
  if (x > 100)
    throw std::string("mid");
  return x * 2;
}
int main() {
  unsigned char in[32] = {};
  int n = read(0, in, 32);
  long out = n;
  int log = 0;
  std::vector<std::unique_ptr<Shape>> v;
  for (int i = 0; i < 8; i += 2)
    try {
      if (in[i] & 1)
        v.emplace_back(new Sq(in[i]));
      else
        v.emplace_back(new Rc(in[i], in[i + 1]));
    } catch (std::exception &e) {
      out += e.what()[0];
    }
  for (auto &p : v) {
    out = out * 31 + p->area();
    if (p->area() > 1000)
      out++;
  }
  for (int i = 8; i < 14; i++) {
    try {
      out += risky(in[i], log);
    } catch (int x) {
      out += x;
      if (x > 250)
        out += 3;
    } catch (const std::string &s) {
      out += s.size();
      try {
        throw;
      } catch (...) {
        out ^= 5;
      }
    }
  }
  std::string s(in + 14, in + 22);
  if (s.find('x') != std::string::npos)
    out++;
  if (s > "m")
    out += 2;
  std::map<int, int> m;
  for (int i = 14; i < 30; i++)
    m[in[i] % 5]++;
  for (auto &[k, c] : m)
    out = out * 31 + k * c;
  std::vector<int> w(in + 16, in + 32);
  std::sort(w.begin(), w.end());
  out = out * 31 + w[3] + clampit<int>(in[30], 5, 50);
  auto f = [&](int a) { return a > in[31] ? a : in[31]; };
  out += f(9) + log;
  std::cout << out << std::endl;
  return out & 31;
}
