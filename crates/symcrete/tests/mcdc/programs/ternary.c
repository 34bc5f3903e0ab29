/* Decisions that choose in ternaries, are chosen by them, index, are switched on, and are arguments.
 * shown: all */
#include <stdio.h>

static int pick(int yes, int no)
{
    return yes ? 3 : no;
}

int main(void)
{
    int a = getchar(), b = getchar(), c = getchar(), n;
    static const char *const names[] = {"no", "yes"};
    n = (a > 5 && b > 5) ? (b < 20 || c < 20 ? 1 : 2) : (a == 3 || c == 3) ? 4 : 8;
    puts(names[a == 'k' && c == 'k']);
    n += pick(a < b && b < c, b != 'q' || a == 'q');
    switch (a == '1' || b == '1') {
    case 1: n += 100; break;
    default: n += 200;
    }
    int both = 0;
    both |= a == 'u' && b == 'v' && c == 'w';
    printf("%d %d\n", n, both);
    return 0;
}
