// finding: stack-buffer-
// args: --check address
#include <stdio.h>

static int get(const int *a, int i)
{
    return a[i];
}

/* The first index lies far before the array, where nothing is guarded. */
int main(void)
{
    int a[5] = {1, 2, 3, 4, 5};
    int c = getchar();
#ifdef FIXED
    if (c < '0' || c > '4')
        return 9;
#endif
    return get(a, c - '0');
}
