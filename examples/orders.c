/* Reads one order from standard input and prices it: the program of `make demo`.
 *
 *     order = 'O' 'R' kind quantity price check
 *     kind     = 'B' buy, 'S' sell, 'C' cancel
 *     quantity = four decimal digits
 *     price    = two bytes, low byte first
 *     check    = exclusive or of the nine bytes before it
 *
 * It has one bug that only a very particular order meets.
 */
#include <stdio.h>

enum { SIZE = 10 };

static int quantity_of(const unsigned char *digits) {
    int value = 0;
    for (int k = 0; k < 4; k++) {
        if (digits[k] < '0' || digits[k] > '9')
            return -1;
        value = 10 * value + digits[k] - '0';
    }
    return value;
}

static int is_intact(const unsigned char *order) {
    unsigned char check = 0;
    for (int k = 0; k < SIZE - 1; k++)
        check ^= order[k];
    return check == order[SIZE - 1];
}

/* A letter for the size of an order; quantity 1234 is reserved and has none. */
static const char *size_of(int quantity) {
    if (quantity < 100)
        return "small";
    if (quantity == 1234)
        return NULL;
    return "large";
}

static int discount(int quantity, int price) {
    if (price <= 40000)
        return 0;
    return size_of(quantity)[0] == 'l' ? quantity / 100 : 0; /* the bug: there may be no letter */
}

int main(void) {
    unsigned char order[SIZE];
    if (fread(order, 1, SIZE, stdin) != SIZE || order[0] != 'O' || order[1] != 'R') {
        puts("not an order");
        return 1;
    }
    if (!is_intact(order)) {
        puts("damaged");
        return 1;
    }
    int quantity = quantity_of(order + 3), price = order[7] | order[8] << 8;
    if (quantity < 0) {
        puts("bad quantity");
        return 1;
    }
    switch (order[2]) {
    case 'B': printf("buy for %d\n", quantity * price - discount(quantity, price)); break;
    case 'S': printf("sell for %d\n", quantity * price); break;
    case 'C': puts("cancel"); break;
    default: puts("unknown kind"); return 1;
    }
    return 0;
}
