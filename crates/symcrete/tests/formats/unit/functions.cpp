// Functions in C++ with signatures of many kinds; `unit.rs` beside this explores them and runs their tests.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace geo {

enum class color : unsigned char { red, green = 5, blue };
enum shape { CIRCLE, SQUARE = 4 };

struct point {
    int x;
    int y;
};

struct box {
    point low;
    point high;
    color fill;
    bool visible;
};

int area(int width, int height) {
    if (width < 0 || height < 0) throw std::invalid_argument("negative");
    if (width > 1000) throw std::out_of_range("wide");
    return width * height;
}

double area(double radius) {
    if (radius > 2.5) return radius * radius;
    return 0;
}

bool is_warm(color c) {
    switch (c) {
    case color::red: return true;
    case color::green: return false;
    default: return false;
    }
}

color next(color c) {
    if (c == color::red) return color::green;
    return color::blue;
}

shape kind_of(int corners) {
    if (corners == 4) return SQUARE;
    return CIRCLE;
}

void move(point &p, const point &by) {
    if (by.x > 7)
        p.x += by.x;
    else
        p.y = 1;
}

bool is_inside(const box &b, point p) {
    if (!b.visible) return false;
    return p.x >= b.low.x && p.x <= b.high.x && p.y >= b.low.y && p.y <= b.high.y;
}

point middle(const box &b) {
    if (b.low.x > b.high.x) return b.low;
    return {(b.low.x + b.high.x) / 2, b.low.y};
}

namespace detail {
using word = std::uint32_t;

word mix(word a, word b) {
    if (a == 0xdeadbeef) return b;
    return a ^ 0x1000;
}
} // namespace detail
} // namespace geo

namespace {
int weight(char c) {
    if (c >= 'a' && c <= 'f') return 10;
    return c == 'x' ? 16 : -1;
}
} // namespace

static int clamp(long value, short low, short high) {
    if (value < low) return low;
    if (value > high) return high;
    return static_cast<int>(value);
}

int weigh(const char *text) {
    if (!text) return -2;
    return weight(text[0]) + clamp(text[1], 0, 3);
}

int vowels(const std::string &text) {
    int n = 0;
    for (char c : text)
        if (c == 'a' || c == 'e') n++;
    return n;
}

std::string label(int level, const std::string &name) {
    if (name == "root") return "#";
    if (level > 3) throw std::length_error("deep");
    return name.empty() ? "nobody" : "user";
}

bool starts(std::string_view text, std::string_view with) {
    if (with.size() > text.size()) return false;
    return text.substr(0, with.size()) == with;
}

int total(const std::vector<int> &values) {
    int sum = 0;
    for (int value : values)
        if (value > 10) sum += value;
    return sum;
}

std::vector<int> evens(std::vector<int> values) {
    std::vector<int> found;
    for (int value : values)
        if (value % 2 == 0) found.push_back(value);
    return found;
}

void append(std::vector<unsigned> &values, unsigned value) {
    if (value > 99) values.push_back(value);
}

void shout(std::string &text) {
    if (!text.empty() && text[0] == 'h') text += "!";
}

bool parse(std::string_view text, int &value, bool &is_negative) {
    is_negative = !text.empty() && text[0] == '-';
    if (text.size() < 2) return false;
    value = text[1] - '0';
    return value >= 0 && value <= 9;
}

int twice(int &&n) {
    if (n > 100) n = 100;
    return 2 * n;
}

int corner(const int (&grid)[2][3]) {
    if (grid[1][2] == 9) return 1;
    return grid[0][0] > 4 ? 2 : 0;
}

template <typename T> T biggest(T a, T b) {
    if (a > b) return a;
    return b;
}
template int biggest<int>(int, int);
template short biggest<short>(short, short);

class account {
public:
    static int fee(int amount) {
        if (amount > 500) return 5;
        return 1;
    }

};

int fee_of(int amount) { return account::fee(amount); }

struct broken : std::runtime_error {
    broken() : std::runtime_error("broken") {}
};

unsigned char halve(unsigned char n) {
    if (n == 77) throw broken();
    if (n == 78) throw 7;
    return n / 2;
}

extern "C" float ratio(float a, float b) {
    if (b == 0) return 0;
    return a / b;
}

std::size_t counter(std::size_t step) {
    static std::size_t calls = 0;
    if (step > 4) calls += step;
    return ++calls;
}

int at(const int *values, std::size_t n) {
    if (n == 3) return values[1];
    return 0;
}

