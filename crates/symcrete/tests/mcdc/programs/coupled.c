/* Conditions that hang together, so that nothing can show them.
 * shown: 4
 * impossible: 7 */
#include <stdio.h>

int main(void)
{
    int a = getchar(), b = getchar(), n = 0;
    if (a > 50 && a < 30)
        n++;
    if (a == 7 || a != 7)
        n++;
    if (a > 100 && b > 100 && a > 90)
        n++;
    if ((a == 1 || b == 2) && (a == 1 || b == 2))
        n++;
    printf("%d\n", n);
    return n == 77;
}
