// finding: SIGSEGV
#include <stdio.h>

struct item { int key, value; };
static struct item items[] = { { 'a', 1 }, { 'b', 2 } };

static struct item *find(int key)
{
    for (unsigned i = 0; i < 2; i++)
        if (items[i].key == key)
            return &items[i];
    return key > 'b' ? NULL : &items[0];
}

int main(void)
{
    unsigned char b[4] = {0};
    if (fread(b, 1, 4, stdin) != 4)
        return 1;
    struct item *found = find(b[0]);
#ifdef FIXED
    if (!found)
        return 3;
#endif
    return found->value;
}
