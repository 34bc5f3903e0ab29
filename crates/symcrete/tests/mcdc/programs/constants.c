/* Conditions that the compiler folds are no conditions; some operands come from macros.
 * shown: all */
#include <stdio.h>
#define IS_DIGIT(c) ((c) >= '0' && (c) <= '9')
#define LIMIT(c) ((c) > 64)

int main(void)
{
    int a = getchar(), b = getchar(), n = 0;
    if (sizeof(int) >= 2 && a == 3 && b == 4)
        n++;
    if (a == 5 && b == 6 && 1)
        n++;
    if (LIMIT(a) || LIMIT(b))
        n++;
    if (IS_DIGIT(a) || b == 'x')
        n++;
    printf("%d\n", n);
    return 0;
}
