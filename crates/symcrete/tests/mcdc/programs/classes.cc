// C++: lambdas, exceptions, references, overloaded operators, conditions with declarations, range loops.
// shown: all
#include <cstdio>
#include <stdexcept>

struct Range {
    int low, high;
    bool has(int x) const { return x >= low && x < high; }
};

static int checked(int x)
{
    if (x < 0 || x > 250)
        throw std::out_of_range("x");
    return x;
}

int main()
{
    int in[3];
    for (int &c : in)
        c = getchar();
    const Range digits{'0', ':'};
    auto is_name = [&](int x) { return (x >= 'a' && x <= 'c') || x == '_'; };
    int n = 0;
    try {
        for (int c : in)
            n += checked(c);
    } catch (const std::out_of_range &) {
        return 1;
    }
    if (int first = in[0]; is_name(first) && (digits.has(in[1]) || is_name(in[1])))
        n++;
    while (n > 0 && in[2] != '!' && n % 7 != 0)
        n--;
    std::printf("%d\n", n);
    return 0;
}
