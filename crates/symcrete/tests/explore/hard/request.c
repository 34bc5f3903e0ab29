/* Reads one HTTP request: request line, header fields, body; the parts are looked for with strstr. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SIZE = 256 };

static char request[SIZE + 1];

struct message {
    const char *method;
    char path[64];
    int minor, is_chunked, keeps_alive, has_host;
    long length;
    const char *body;
};

static int hex(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static int path(const char *from, const char *to, struct message *message) {
    size_t n = 0;
    if (from == to || *from != '/')
        return 10;
    while (from < to) {
        char c = *from++;
        if (n == sizeof message->path - 1)
            return 11;
        if (c == '%') {
            int high, low;
            if (to - from < 2)
                return 12;
            high = hex(from[0]);
            low = hex(from[1]);
            if (high < 0 || low < 0)
                return 13;
            c = (char)(high << 4 | low);
            from += 2;
            if (!c)
                return 14;
        } else if (c <= ' ') {
            return 15;
        }
        message->path[n++] = c;
    }
    message->path[n] = 0;
    if (strstr(message->path, ".."))
        return 16;
    return 0;
}

static int first_line(char *line, struct message *message) {
    static const char *const methods[] = {"GET ", "PUT ", "HEAD ", "POST "};
    char *end;
    int error;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strncmp(line, methods[i], strlen(methods[i])))
            message->method = methods[i];
    if (!message->method)
        return 1;
    line += strlen(message->method);
    end = strstr(line, " HTTP/1.");
    if (!end)
        return 2;
    error = path(line, end, message);
    if (error)
        return error;
    end += strlen(" HTTP/1.");
    if (*end != '0' && *end != '1')
        return 3;
    message->minor = *end - '0';
    return end[1] ? 4 : 0;
}

static int field(char *line, struct message *message) {
    char *value = strchr(line, ':');
    if (!value || value == line)
        return 20;
    *value++ = 0;
    while (*value == ' ' || *value == '\t')
        value++;
    if (!strcasecmp(line, "Host")) {
        if (message->has_host)
            return 21;
        message->has_host = 1;
    } else if (!strcasecmp(line, "Content-Length")) {
        char *end;
        message->length = strtol(value, &end, 10);
        if (end == value || *end || message->length < 0)
            return 22;
    } else if (!strcasecmp(line, "Connection")) {
        message->keeps_alive = strstr(value, "keep-alive") != NULL;
    } else if (!strcasecmp(line, "TE")) {
        if (strstr(value, "chunked"))
            message->is_chunked = 1;
        else
            return 23;
    }
    return 0;
}

static int read_request(struct message *message) {
    char *line = request, *end = strstr(line, "\r\n");
    int error;
    if (!end)
        return 30;
    *end = 0;
    error = first_line(line, message);
    if (error)
        return error;
    for (;;) {
        line = end + 2;
        end = strstr(line, "\r\n");
        if (!end)
            return 31;
        if (end == line)
            break;
        *end = 0;
        error = field(line, message);
        if (error)
            return error;
    }
    message->body = end + 2;
    if (message->minor == 1 && !message->has_host)
        return 32;
    if (message->is_chunked && message->length)
        return 33;
    if (message->length && (size_t)message->length != strlen(message->body))
        return 34;
    return 0;
}

int main(void) {
    struct message message = {0};
    size_t n = fread(request, 1, SIZE, stdin);
    int error;
    request[n] = 0;
    error = read_request(&message);
    if (error) {
        printf("HTTP/1.1 400 error %d\n", error);
        return 1;
    }
    if (message.method[0] == 'P' && message.minor == 1 && !strcmp(message.path, "/admin") && message.length == 3
        && !strcmp(message.body, "yes"))
        abort();
    printf("%s%s\n", message.method, message.path);
    return 0;
}
