// reason: the distance of two pointers counts as an address, though both point into one array; addresses differ between builds, so nothing is claimed
// wants: complete
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char text[4] = {0};
    if (fread(text, 1, 3, stdin) != 3)
        return 1;
    char *end;
    long number = strtol(text, &end, 10);
    if (end - text == 3 && number == 137)
        return 2;
    return 0;
}
