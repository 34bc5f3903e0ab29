/* Decisions whose value is kept, returned, chosen by, or part of another one.
 * shown: all */
#include <stdio.h>

static int inside(int x, int low, int high)
{
    return x >= low && x <= high;
}

int main(void)
{
    int a = getchar(), b = getchar(), c = getchar();
    int both = a > 10 && b > 10;
    int any = a == 1 || (b == 2 && c == 3);
    int n = (b == 7 || c == 8) ? 5 : 6;
    n += inside(c, 'a', 'f') + both + any;
    printf("%d\n", n);
    return 0;
}
