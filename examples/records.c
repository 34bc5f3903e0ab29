/* Reads records from standard input and says what they hold: the program of `make demo`.
 *
 *     record = kind length payload check
 *     kind   = 'T' text, 'N' decimal number, 'E' end of input
 *     length = one digit, the bytes of the payload
 *     check  = 'a' + (sum of the payload's bytes) mod 26
 */
#include <stdio.h>

static const char *read_record(int *kind, unsigned char *payload, int *length) {
    *kind = getchar();
    *length = getchar() - '0';
    if (*length < 0 || *length > 9)
        return "bad length";
    if (fread(payload, 1, *length, stdin) != (size_t)*length)
        return "input ends early";
    unsigned sum = 0;
    for (int k = 0; k < *length; k++)
        sum += payload[k];
    if (getchar() != (int)('a' + sum % 26))
        return "bad checksum";
    return NULL;
}

static const char *number(const unsigned char *digits, int length) {
    int value = 0;
    for (int k = 0; k < length; k++) {
        if (digits[k] < '0' || digits[k] > '9')
            return "not a number";
        value = 10 * value + digits[k] - '0';
    }
    if (value > 1000) {
        if (value % 7 == 3)
            return "a large number of the rare kind";
        return "a large number";
    }
    return "a small number";
}

int main(void) {
    for (;;) {
        unsigned char payload[9];
        int kind, length;
        const char *error = read_record(&kind, payload, &length);
        if (error) {
            printf("error: %s\n", error);
            return 1;
        }
        switch (kind) {
        case 'T': printf("text of %d bytes\n", length); break;
        case 'N': puts(number(payload, length)); break;
        case 'E': return 0;
        default: puts("unknown kind"); break;
        }
    }
}
