// A loop whose end the input decides, with some hundred thousand rounds on the first path, and a question behind it.
#include <stdio.h>

int main(void) {
    int c = getchar(), n = 0;
    for (int i = 0; i < 250000; i++)
        if (i * 3 + 7 != c)
            n++;
    if (getchar() == 'x' && n == 250000)
        puts("all");
    return 0;
}
