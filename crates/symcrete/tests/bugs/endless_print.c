// finding: time limit at
#include <stdio.h>

int main(void)
{
    int rows = getchar();
    if (rows < 1 || rows > 9)
        return 0;
    // Much output alone is no bug.
    for (int i = 0; i < 300000; i++)
        puts("a row of text");
#ifdef FIXED
    while (rows > 0) {
#else
    while (rows != 10) {
#endif
        printf("%d rows left\n", rows);
        rows--;
    }
    return 0;
}
