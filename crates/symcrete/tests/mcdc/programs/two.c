/* Two conditions, joined in each way and in each kind of statement.
 * shown: all */
#include <stdio.h>

int main(void)
{
    int a = getchar(), b = getchar(), n = 0;
    if (a == 'x' && b == 'y')
        n++;
    if (a == 'p' || b == 'q')
        n += 2;
    while (a > 250 && b < 5) {
        a--;
        n++;
    }
    for (int k = 0; k < 4 && b != k; k++)
        n++;
    do
        n++;
    while (n < 3 || b == n);
    printf("%d\n", n);
    return 0;
}
