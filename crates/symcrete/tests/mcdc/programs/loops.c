/* Decisions that end loops, stand in them, and come again with other values.
 * shown: all */
#include <stdio.h>

static int is_end(int c)
{
    return c == EOF || c == '\n' || c == ';';
}

int main(void)
{
    int c, n = 0, depth = 0;
    for (int i = 0; i < 4 && !is_end(c = getchar()); i++) {
        if ((c == '(' || c == '[') && depth < 2)
            depth++;
        else if ((c == ')' || c == ']') && depth > 0)
            depth--;
        else if (c == 'x' && (depth == 0 || i == 2))
            n++;
    }
    do {
        n--;
    } while (n > 0 && depth > 0);
    printf("%d\n", n);
    return 0;
}
