/* `!` before conditions and before parentheses. llvm-cov has no decision where a `!` stands before parentheses inside of another one.
 * shown: all */
#include <stdio.h>

int main(void)
{
    int a = getchar(), b = getchar(), c = getchar(), n = 0;
    if (!(a == 1 && b == 2))
        n++;
    if (!a || !b)
        n++;
    if (a != 3 && !(b == 4))
        n++;
    if (!(a > 20 || (b > 20 && c > 20)))
        n++;
    if (a == 30 && !(b == 31 || c == 32))
        n++;
    while (!(a < 200 || b < 200)) {
        a--;
        n++;
    }
    printf("%d\n", n);
    return 0;
}
