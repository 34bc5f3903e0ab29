/* Standard input as JSON: parse, print, compare with a copy. */
#include "cJSON.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static char text[1 << 16];
    size_t length = fread(text, 1, sizeof text - 1, stdin);
    text[length] = 0;
    cJSON *value = cJSON_Parse(text);
    if (!value)
        return 1;
    char *printed = cJSON_Print(value);
    if (printed)
        puts(printed);
    free(printed);
    cJSON *copy = cJSON_Duplicate(value, 1);
    int same = cJSON_Compare(value, copy, 1);
    cJSON_Delete(copy);
    cJSON_Delete(value);
    return same ? 0 : 2;
}
