/* Operands that are calls, one of which comes to the same decision again, and one that never returns false.
 * shown: all but 1
 * impossible: 1 */
#include <stdio.h>
#include <stdlib.h>

static int deep(int n)
{
    if (n > 0 && deep(n - 1) > 2 && n % 3 == 1)
        return 0;
    return n < 2 || n > 4 ? 1 : 5;
}

static int must(int ok)
{
    if (!ok)
        exit(3);
    return ok;
}

int main(void)
{
    int a = getchar(), b = getchar(), n = 0;
    if (a == 'd' && must(b < 9) && b != 4)
        n = deep(b);
    printf("%d\n", n);
    return 0;
}
