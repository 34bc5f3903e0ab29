// Does not end unless the first byte is right, so that the first run of all does not.
#include <stdio.h>

int main(void) {
    int c = getchar();
    while (c != 'q')
        c = c == 'w' ? 'q' : c;
    if (getchar() == 'z')
        puts("z");
    return 0;
}
