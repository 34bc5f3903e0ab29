// C++: bool, conversions, temporaries with destructors, templates.
// shown: all
#include <cstdio>
#include <string>

template <class T> static bool between(T x, T low, T high)
{
    return x >= low && x <= high;
}

struct Big {
    int n;
    explicit operator bool() const { return n > 200; }
};

int main()
{
    int a = getchar(), b = getchar(), c = getchar();
    int n = 0;
    Big big{a};
    bool near = between(b, 10, 20) || c == 9;
    if (big && (near || b == 99))
        n++;
    if (std::string(1, char(a)) == "k" || (c == 'm' && std::string(1, char(b)) == "l"))
        n++;
    std::printf("%d\n", n);
    return 0;
}
