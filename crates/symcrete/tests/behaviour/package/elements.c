/* Reads XML from standard input and prints what expat reports. */
#include <expat.h>
#include <stdio.h>
#include <unistd.h>

static void start(void *data, const char *name, const char **attributes) {
    (void)data;
    printf("start %s\n", name);
    for (; *attributes; attributes += 2) printf("  %s = %s\n", attributes[0], attributes[1]);
}

static void end(void *data, const char *name) {
    (void)data;
    printf("end %s\n", name);
}

static void text(void *data, const char *bytes, int length) {
    (void)data;
    printf("text %.*s\n", length, bytes);
}

int main(void) {
    char buffer[4096];
    XML_Parser parser = XML_ParserCreate(NULL);
    XML_SetHashSalt(parser, 1);
    XML_SetElementHandler(parser, start, end);
    XML_SetCharacterDataHandler(parser, text);
    long length = read(0, buffer, sizeof buffer);
    if (length < 0) return 2;
    int ok = XML_Parse(parser, buffer, (int)length, 1);
    if (!ok) printf("%s\n", XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);
    return !ok;
}
