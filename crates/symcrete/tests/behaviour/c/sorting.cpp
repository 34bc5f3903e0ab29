// Comparisons that throw while qsort is at work, on elements of several sizes.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

template <int SIZE> struct Element {
    char key;
    char rest[SIZE - 1];
};

static int left;

template <int SIZE> int compare(const void *a, const void *b) {
    if (left-- == 0) throw std::runtime_error("enough");
    return static_cast<const Element<SIZE> *>(a)->key - static_cast<const Element<SIZE> *>(b)->key;
}

template <int SIZE> void sort(const char *keys, size_t n, int most) {
    Element<SIZE> all[16] = {};
    for (size_t k = 0; k < n; k++) all[k].key = keys[k];
    left = most;
    try {
        qsort(all, n, sizeof all[0], compare<SIZE>);
        std::printf("sorted ");
    } catch (const std::exception &why) {
        std::printf("%s ", why.what());
    }
    for (size_t k = 0; k < n; k++) std::putchar(all[k].key);
    if (n > 3 && all[1].key > all[2].key) std::printf(" down");
    std::putchar('\n');
}

int main() {
    char keys[16];
    size_t n = std::fread(keys, 1, sizeof keys, stdin);
    for (int most = 0; most < 40; most += 3) {
        sort<1>(keys, n, most);
        sort<8>(keys, n, most);
        sort<24>(keys, n, most);
        sort<40>(keys, n, most);
    }
    std::puts("end");
}
