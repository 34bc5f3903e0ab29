/* Standard input as comma-separated values; the first byte chooses the parser's options. */
#include "csv.h"
#include <stdio.h>

static void field(void *text, size_t length, void *out) {
    csv_fwrite(out, text, length);
    fputc(',', out);
}

static void row(int end, void *out) {
    fprintf(out, "%d\n", end);
}

int main(void) {
    static char text[1 << 16];
    struct csv_parser parser;
    int options = getchar();
    size_t length = fread(text, 1, sizeof text, stdin);
    if (options == EOF || csv_init(&parser, (unsigned char)(options & 0x1f)))
        return 1;
    if (csv_parse(&parser, text, length, field, row, stdout) != length) {
        puts(csv_strerror(csv_error(&parser)));
        csv_free(&parser);
        return 2;
    }
    int failed = csv_fini(&parser, field, row, stdout);
    csv_free(&parser);
    return failed ? 3 : 0;
}
