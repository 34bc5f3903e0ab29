/* Reads the head of an HTTP request, as httparse does: the same parser in C and in Rust (request.rs). */
#include <stdio.h>

static const unsigned char *at, *end;

static int is_token(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '!';
}

static int take(unsigned char c) {
    if (at == end || *at != c) return 0;
    at++;
    return 1;
}

static int word(int (*is)(unsigned char)) {
    const unsigned char *start = at;
    while (at < end && is(*at)) at++;
    return at > start;
}

static int is_target(unsigned char c) { return c > ' ' && c < 127; }
static int is_value(unsigned char c) { return c == '\t' || (c >= ' ' && c != 127); }

static int line_end(void) {
    if (take('\r')) return take('\n');
    return take('\n');
}

static int version(void) {
    const char *want = "HTTP/1.";
    for (; *want; want++)
        if (!take(*want)) return 0;
    return take('0') || take('1');
}

static int header(void) {
    if (!word(is_token) || !take(':')) return 0;
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    word(is_value);
    return line_end();
}

static int request(void) {
    if (!word(is_token) || !take(' ')) return 1;
    if (!word(is_target) || !take(' ')) return 2;
    if (!version() || !line_end()) return 3;
    for (int n = 0; n < 16; n++) {
        if (at < end && (*at == '\r' || *at == '\n')) return line_end() ? 0 : 4;
        if (!header()) return 5;
    }
    return 6;
}

int main(void) {
    static unsigned char in[1024];
    at = in;
    end = in + fread(in, 1, sizeof in, stdin);
    return request();
}
