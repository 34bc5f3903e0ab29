// reason: objects larger than 4096 bytes are read at the address they had, and a few others are tried
// wants: covered 6 of 6
#include <stdio.h>

static unsigned table[1 << 14];

int main(void)
{
    unsigned short at;
    for (unsigned k = 0; k < 1 << 14; k++)
        table[k] = k * 2654435761u;
    if (fread(&at, sizeof at, 1, stdin) != 1)
        return 1;
    if (table[at & 0x3fff] == 12345 * 2654435761u)
        return 2;
    return 0;
}
