// Virtual functions, templates, lambdas, and the usual parts of the standard library.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

struct Shape {
    virtual ~Shape() = default;
    virtual std::string name() const = 0;
    virtual double area() const { return 0; }
};

template <typename Derived> struct Counted : Shape {
    inline static int n_alive = 0;
    Counted() { n_alive++; }
    ~Counted() override { n_alive--; }
    std::string name() const override { return static_cast<const Derived *>(this)->word(); }
};

struct Circle : Counted<Circle> {
    int radius;
    explicit Circle(int r) : radius(r) {}
    std::string word() const { return "circle"; }
    double area() const override { return 3.0 * radius * radius; }
};

struct Square : Counted<Square> {
    long side;
    explicit Square(long s) : side(s) {}
    std::string word() const { return "square"; }
    double area() const override { return double(side) * side; }
};

template <typename T, typename F> T fold(const std::vector<T> &items, T start, F &&combine) {
    for (const T &item : items) start = combine(start, item);
    return start;
}

static int number(const std::string &word) {
    int value = 0;
    for (char c : word) {
        if (c < '0' || c > '9') return -1;
        value = value * 10 + (c - '0');
    }
    return value;
}

int main() {
    char bytes[256];
    long length = read(0, bytes, sizeof bytes);
    if (length < 0) return 1;
    std::istringstream words(std::string(bytes, length));
    std::vector<std::unique_ptr<Shape>> shapes;
    std::map<std::string, int> seen;
    for (std::string size, kind; words >> size >> kind;) {
        int n = number(size);
        seen[kind] += n;
        if (kind == "circle") shapes.push_back(std::make_unique<Circle>(n));
        else if (kind == "square") shapes.push_back(std::make_unique<Square>(n));
        else std::cout << "no shape: " << kind << '\n';
    }
    std::sort(shapes.begin(), shapes.end(), [](const auto &a, const auto &b) { return a->area() > b->area(); });
    std::vector<double> areas;
    for (const auto &shape : shapes) {
        std::cout << shape->name() << ' ' << shape->area() << '\n';
        areas.push_back(shape->area());
    }
    for (const auto &[kind, sum] : seen) std::cout << kind << '=' << sum << '\n';
    std::cout << fold(areas, 0.0, [](double a, double b) { return a + b; }) << ' ' << Circle::n_alive << '\n';
    shapes.clear();
    std::cout << Circle::n_alive + Square::n_alive << std::endl;
    puts("end");
    return int(areas.size());
}
