/* Parses a text as JSON, prints, copies, compares and shortens it. */
#include <stdio.h>
#include <stdlib.h>
#include "cJSON.h"
int main(void) {
    char text[24]; size_t n = fread(text, 1, sizeof text - 1, stdin); text[n] = 0;
    cJSON *item = cJSON_ParseWithLengthOpts(text, n, 0, 0);
    char *out = item ? cJSON_PrintUnformatted(item) : 0;
    cJSON *copy = cJSON_Duplicate(item, 1);
    int same = cJSON_Compare(item, copy, n & 1);
    cJSON_Minify(text);
    free(out); cJSON_Delete(copy); cJSON_Delete(item);
    return same;
}
