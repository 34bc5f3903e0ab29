// Exceptions: thrown deep, caught by type, rethrown, with destructors on the way, out of constructors.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

struct Noisy {
    const char *name;
    ~Noisy() { printf("  leaves %s\n", name); }
};

struct Special : std::runtime_error {
    int code;
    Special(int c) : std::runtime_error("special"), code(c) {}
};

struct Half {
    Noisy part{"part"};
    explicit Half(int x) {
        if (x == 4) throw x;
    }
};

static int deep(int depth, unsigned char kind) {
    Noisy here{"deep"};
    if (depth > 0) return deep(depth - 1, kind) + 1;
    switch (kind) {
    case '0': return 7;
    case '1': throw Special(kind * 2);
    case '2': throw std::string("text");
    case '3': return std::vector<int>(3).at(kind);
    case '4': return Half(kind - '0').part.name[0];
    default: throw kind;
    }
}

static int rethrows(unsigned char kind) {
    try {
        Noisy here{"rethrows"};
        return deep(2, kind);
    } catch (const Special &special) {
        printf("  again %d\n", special.code);
        throw;
    } catch (const std::string &) {
        throw Special(1);
    }
}

static void one(unsigned char kind) {
    try {
        printf("%c: returned %d\n", kind, rethrows(kind));
    } catch (const Special &special) {
        printf("%c: special %d\n", kind, special.code);
    } catch (const std::exception &) {
        printf("%c: exception\n", kind);
    } catch (int number) {
        printf("%c: number %d\n", kind, number);
    } catch (...) {
        printf("%c: other\n", kind);
    }
}

int main() {
    unsigned char bytes[6];
    long length = read(0, bytes, sizeof bytes);
    for (long k = 0; k < length; k++) one(bytes[k]);
    try {
        try {
            throw 1;
        } catch (...) {
            std::exception_ptr kept = std::current_exception();
            std::rethrow_exception(kept);
        }
    } catch (int one) {
        printf("kept %d\n", one);
    }
    puts("end");
    return 0;
}
