// finding: memory limit at
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char text[1 << 16];
};

int main(void)
{
    struct node *all = NULL;
    int n = getchar();
#ifdef FIXED
    for (int i = 0; i < n; i++) {
#else
    for (int i = 0; i != n; i += 2) {
#endif
        struct node *one = malloc(sizeof *one);
        if (!one)
            return 1;
        memset(one->text, i, sizeof one->text);
        one->next = all;
        all = one;
    }
    return all == NULL;
}
