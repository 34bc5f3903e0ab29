// C++: bool, conversions, temporaries with destructors, templates.
// shown: all
#include <cstdio>

template <class T> static bool between(T x, T low, T high)
{
    return x >= low && x <= high;
}

struct Big {
    int n;
    explicit operator bool() const { return n > 200; }
};

struct Text {
    int c;
    explicit Text(int c) : c(c) {}
    ~Text() { c = 0; }
    bool operator==(const Text &other) const { return c == other.c; }
};

int main()
{
    int a = getchar(), b = getchar(), c = getchar();
    int n = 0;
    Big big{a};
    bool near = between(b, 10, 20) || c == 9;
    if (big && (near || b == 99))
        n++;
    if (Text(a) == Text('k') || (c == 'm' && Text(b) == Text('l')))
        n++;
    std::printf("%d\n", n);
    return 0;
}
