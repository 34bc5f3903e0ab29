// reason: LLVM takes minutes for the instrumented form of a switch with thousands of cases (its two-address pass)
// slow: waits for a compiler that does not end
// wants: builds
#include <stdio.h>

#define ONE(n) case n: return (n) % 250;
#define TEN(n) ONE(n) ONE(n + 1) ONE(n + 2) ONE(n + 3) ONE(n + 4) ONE(n + 5) ONE(n + 6) ONE(n + 7) ONE(n + 8) ONE(n + 9)
#define HUNDRED(n) TEN(n) TEN(n + 10) TEN(n + 20) TEN(n + 30) TEN(n + 40) TEN(n + 50) TEN(n + 60) TEN(n + 70) TEN(n + 80) TEN(n + 90)
#define THOUSAND(n) HUNDRED(n) HUNDRED(n + 100) HUNDRED(n + 200) HUNDRED(n + 300) HUNDRED(n + 400) HUNDRED(n + 500) HUNDRED(n + 600) HUNDRED(n + 700) HUNDRED(n + 800) HUNDRED(n + 900)

int main(void)
{
    int a = getchar(), b = getchar();
    switch (a << 8 | b) {
        THOUSAND(0) THOUSAND(1000) THOUSAND(2000) THOUSAND(3000) THOUSAND(4000)
        THOUSAND(5000) THOUSAND(6000) THOUSAND(7000) THOUSAND(8000)
    }
    return 251;
}
