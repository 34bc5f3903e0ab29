/* Standard input as JSON: load, dump, compare with a copy. */
#include "jansson.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static char text[1 << 16];
    size_t length = fread(text, 1, sizeof text, stdin);
    json_error_t error;
    /* A fixed seed: the order of hashing is the same in every run. */
    json_object_seed(1);
    json_t *value = json_loadb(text, length, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (!value) {
        puts(error.text);
        return 1;
    }
    char *printed = json_dumps(value, JSON_ENCODE_ANY | JSON_INDENT(1) | JSON_SORT_KEYS);
    if (printed)
        puts(printed);
    free(printed);
    json_t *copy = json_deep_copy(value);
    int same = json_equal(value, copy);
    json_decref(copy);
    json_decref(value);
    return same ? 0 : 2;
}
