/* Three to six conditions, in parentheses.
 * shown: all */
#include <stdio.h>

int main(void)
{
    int a = getchar(), b = getchar(), c = getchar(), d = getchar(), n = 0;
    if (a == 1 && (b == 2 || c == 3))
        n++;
    if ((a == 5 || b == 5) && (c == 6 || d == 6))
        n++;
    if ((a > 9 && b > 9) || (c > 9 && d > 9 && a != c))
        n++;
    if (((a == 11 || b == 12) && c == 13) || (d == 14 && (a == 15 || b == 16)))
        n++;
    printf("%d\n", n);
    return 0;
}
