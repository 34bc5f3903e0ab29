// finding: SIGSEGV
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; long value; };

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    struct node *node = malloc(sizeof *node);
    node->next = NULL;
    if (b[0] == 'd' && b[1] == 'e') {
        free(node);
#ifdef FIXED
        return 2;
#endif
        memset(malloc(sizeof *node), 'A', sizeof *node);
    }
    while (node->next)
        node = node->next;
    return 0;
}
