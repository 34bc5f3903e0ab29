// C++: classes, virtual functions, templates, exceptions.
// options: --stdin 8
#include <unistd.h>

struct Shape {
  virtual ~Shape() {}
  virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
};
template <class T> T larger(T a, T b) { return a > b ? a : b; }

static int checked(int n) {
  if (n < 0) throw n; // REACHED
  return n;
}

int main() {
  int v[2];
  if (read(0, v, 8) != 8) return 1;
  try {
    Square square(checked(v[0]));
    const Shape &shape = square;
    if (shape.area() == 1522756) return 2; // REACHED
  } catch (int n) {
    if (n == -5) return 3; // REACHED
  }
  if (larger<long>(v[0], v[1]) == 99) return 4; // REACHED
  return 0;
}
