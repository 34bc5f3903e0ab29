/* The classic: kinds of triangles, dates.
 * shown: all */
#include <stdio.h>

static int kind(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0)
        return 0;
    if (a + b <= c || b + c <= a || a + c <= b)
        return 1;
    if (a == b && b == c)
        return 4;
    if (a == b || b == c || a == c)
        return 3;
    return 2;
}

static int is_leap(unsigned year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int main(void)
{
    int a = getchar(), b = getchar(), c = getchar();
    printf("%d %d\n", kind(a, b, c), is_leap((unsigned)(a * 100 + b)));
    return 0;
}
