// Each of many inputs ends badly at a place of its own: all of them are confirmed, told and made small.
#include <stdio.h>
#include <stdlib.h>
#define ONE(n) if (c == n && d == 255 - n) abort();
#define TEN(n) ONE(n##0) \
    ONE(n##1) \
    ONE(n##2) \
    ONE(n##3) \
    ONE(n##4) \
    ONE(n##5) \
    ONE(n##6) \
    ONE(n##7) \
    ONE(n##8) \
    ONE(n##9)

int main(void) {
    int c = getchar(), d = getchar();
    if (c == EOF)
        return 0;
    TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9)
    TEN(10) TEN(11) TEN(12) TEN(13) TEN(14) TEN(15) TEN(16) TEN(17) TEN(18) TEN(19)
    puts("none");
    return 0;
}
