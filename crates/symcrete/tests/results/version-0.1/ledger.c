// A ledger with one bug: the program of a result folder that version 0.1 wrote.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int amount = 0;
    int c = getchar();
    if (c == '+')
        amount = getchar();
    else if (c == '-')
        amount = -getchar();
    if (argc > 1 && argv[1][0] == 'q')
        return 0;
    if (amount == 'x')
        abort();
    printf("%d\n", amount);
    return amount < 0;
}
