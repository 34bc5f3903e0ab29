/* Reads a message of fields (type, length, value) behind a header with a checksum over all that follows. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 256, HEADER = 8 };
enum { NAME = 1, NUMBER, LIST, FLAGS, NESTED, END = 0x7f };

static unsigned char message[SIZE];

struct result {
    char name[16];
    uint32_t number, sum;
    unsigned n_items, flags, n_fields;
    int has_name, has_number, has_end;
};

static uint32_t checksum(const unsigned char *at, size_t n) {
    uint32_t sum = 0x12345678;
    for (size_t i = 0; i < n; i++)
        sum = (sum << 5 | sum >> 27) ^ at[i];
    return sum;
}

static uint32_t big(const unsigned char *at, int n) {
    uint32_t value = 0;
    for (int i = 0; i < n; i++)
        value = value << 8 | at[i];
    return value;
}

static int fields(const unsigned char *at, size_t n, struct result *to, int depth) {
    while (n >= 2) {
        unsigned type = at[0], length = at[1];
        at += 2;
        n -= 2;
        if (length > n)
            return 10;
        to->n_fields++;
        switch (type) {
        case NAME:
            if (length >= sizeof to->name)
                return 11;
            for (unsigned i = 0; i < length; i++)
                if (at[i] < 'a' || at[i] > 'z')
                    return 12;
            memcpy(to->name, at, length);
            to->name[length] = 0;
            to->has_name = 1;
            break;
        case NUMBER:
            if (length != 1 && length != 2 && length != 4)
                return 13;
            to->number = big(at, (int)length);
            to->has_number = 1;
            break;
        case LIST:
            if (length % 2)
                return 14;
            for (unsigned i = 0; i < length; i += 2) {
                uint32_t item = big(at + i, 2);
                if (item < to->sum)
                    return 15;
                to->sum = item;
                to->n_items++;
            }
            break;
        case FLAGS:
            if (length != 1)
                return 16;
            if (at[0] & 0x80)
                return 17;
            to->flags |= at[0];
            break;
        case NESTED: {
            int error;
            if (depth == 2)
                return 18;
            error = fields(at, length, to, depth + 1);
            if (error)
                return error;
            break;
        }
        case END:
            if (length)
                return 19;
            to->has_end = 1;
            return depth ? 20 : 0;
        default:
            return 21;
        }
        at += length;
        n -= length;
    }
    return n ? 22 : 0;
}

int main(void) {
    struct result result = {{0}, 0, 0, 0, 0, 0, 0, 0, 0};
    size_t n = fread(message, 1, SIZE, stdin), length;
    int error;
    if (n < HEADER)
        return 1;
    if (memcmp(message, "TL", 2))
        return 2;
    length = big(message + 2, 2);
    if (length > n - HEADER)
        return 3;
    if (big(message + 4, 4) != checksum(message + HEADER, length))
        return 4;
    error = fields(message + HEADER, length, &result, 0);
    if (error) {
        printf("error %d\n", error);
        return error;
    }
    if (result.has_name && !strcmp(result.name, "root"))
        puts("root");
    if (result.n_items > 2)
        puts("many");
    if (result.flags == 0x55 && result.has_end && result.has_number && result.number == 0xc0ffee)
        abort();
    return 0;
}
