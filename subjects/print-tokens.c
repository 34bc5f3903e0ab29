/* A tokenizer over 40 bytes, after the idea of the Siemens program print_tokens: keywords, identifiers,
 * numbers, strings, characters, comments and special symbols of a small Lisp. Counts what it finds, and says
 * when something is no token. */
#include <crest.h>
#include <stdio.h>

#define SIZE 40
#define LONGEST 16

enum kind {
    END,
    ERROR,
    KEYWORD,
    IDENTIFIER,
    NUMBER,
    DECIMAL,
    STRING,
    CHARACTER,
    COMMENT,
    OPEN,
    CLOSE,
    OPEN_SQUARE,
    CLOSE_SQUARE,
    QUOTE,
    BACKQUOTE,
    COMMA,
    ARROW,
    EQUAL,
    LESS,
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL,
    KINDS
};

struct source {
    char text[SIZE];
    int at;
};

struct token {
    enum kind kind;
    char text[LONGEST + 1];
    int length;
};

/* The next character, or 0 at the end, which also a zero byte is. */
static char peek(const struct source *s) {
    return s->at < SIZE ? s->text[s->at] : 0;
}

static char next(struct source *s) {
    char c = peek(s);
    if (s->at < SIZE)
        s->at++;
    return c;
}

static int is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int is_special(char c) {
    switch (c) {
    case '(':
    case ')':
    case '[':
    case ']':
    case '\'':
    case '`':
    case ',':
        return 1;
    default:
        return 0;
    }
}

static int ends_token(char c) {
    return c == 0 || is_space(c) || is_special(c) || c == ';' || c == '"';
}

static int append(struct token *t, char c) {
    if (t->length >= LONGEST)
        return 0;
    t->text[t->length++] = c;
    t->text[t->length] = 0;
    return 1;
}

static int equals(const struct token *t, const char *word) {
    int i = 0;
    while (word[i] != 0) {
        if (i >= t->length || t->text[i] != word[i])
            return 0;
        i++;
    }
    return i == t->length;
}

static int is_keyword(const struct token *t) {
    return equals(t, "and") || equals(t, "or") || equals(t, "if") || equals(t, "xor") || equals(t, "lambda") ||
           equals(t, "let");
}

/* Reads on until the token must end; false when it is too long. */
static int read_word(struct source *s, struct token *t) {
    while (!ends_token(peek(s)))
        if (!append(t, next(s)))
            return 0;
    return 1;
}

static enum kind number(const struct token *t) {
    int dots = 0;
    int i = t->text[0] == '-' || t->text[0] == '+' ? 1 : 0;
    if (i == t->length)
        return ERROR;
    for (; i < t->length; i++) {
        if (t->text[i] == '.')
            dots++;
        else if (!is_digit(t->text[i]))
            return ERROR;
    }
    if (dots > 1 || t->text[t->length - 1] == '.')
        return ERROR;
    return dots == 1 ? DECIMAL : NUMBER;
}

static enum kind identifier(const struct token *t) {
    for (int i = 1; i < t->length; i++) {
        char c = t->text[i];
        if (!is_letter(c) && !is_digit(c) && c != '-' && c != '?')
            return ERROR;
    }
    return is_keyword(t) ? KEYWORD : IDENTIFIER;
}

static enum kind string(struct source *s, struct token *t) {
    for (;;) {
        char c = next(s);
        if (c == 0 || c == '\n')
            return ERROR;
        if (c == '"')
            return STRING;
        if (c == '\\') {
            c = next(s);
            if (c == 'n')
                c = '\n';
            else if (c == 't')
                c = '\t';
            else if (c != '\\' && c != '"')
                return ERROR;
        }
        if (!append(t, c))
            return ERROR;
    }
}

static enum kind character(const struct token *t) {
    if (t->text[1] != '\\' || t->length < 3)
        return ERROR;
    if (t->length == 3)
        return CHARACTER;
    if (t->length == 4 && t->text[2] == 'n' && t->text[3] == 'l')
        return CHARACTER;
    return t->length == 4 && t->text[2] == 's' && t->text[3] == 'p' ? CHARACTER : ERROR;
}

static enum kind comment(struct source *s) {
    char c = peek(s);
    while (c != 0 && c != '\n') {
        next(s);
        c = peek(s);
    }
    return COMMENT;
}

static enum kind special(char c) {
    switch (c) {
    case '(':
        return OPEN;
    case ')':
        return CLOSE;
    case '[':
        return OPEN_SQUARE;
    case ']':
        return CLOSE_SQUARE;
    case '\'':
        return QUOTE;
    case '`':
        return BACKQUOTE;
    default:
        return COMMA;
    }
}

static enum kind comparison(struct source *s, char c) {
    switch (c) {
    case '=':
        if (peek(s) != '>')
            return EQUAL;
        next(s);
        return ARROW;
    case '<':
        if (peek(s) != '=')
            return LESS;
        next(s);
        return LESS_EQUAL;
    default:
        if (peek(s) != '=')
            return GREATER;
        next(s);
        return GREATER_EQUAL;
    }
}

static enum kind scan(struct source *s, struct token *t) {
    char c = next(s);
    t->length = 0;
    t->text[0] = 0;
    while (is_space(c))
        c = next(s);
    if (c == 0)
        return END;
    if (c == '"')
        return string(s, t);
    if (c == ';')
        return comment(s);
    if (is_special(c))
        return special(c);
    if (c == '=' || c == '<' || c == '>')
        return comparison(s, c);
    append(t, c);
    if (!read_word(s, t))
        return ERROR;
    if (is_digit(c) || c == '-' || c == '+')
        return number(t);
    if (c == '#')
        return character(t);
    return is_letter(c) ? identifier(t) : ERROR;
}

int main(void) {
    static const char *const names[KINDS] = {
        "end",  "error",  "keyword", "identifier", "number",      "decimal", "string",    "character",
        "comment", "open", "close",   "open-square", "close-square", "quote", "backquote", "comma",
        "arrow", "equal", "less",    "less-equal", "greater",     "greater-equal",
    };
    struct source s = {.at = 0};
    struct token t;
    int count[KINDS] = {0};
    for (int i = 0; i < SIZE; i++)
        CREST_char(s.text[i]);
    do {
        t.kind = scan(&s, &t);
        count[t.kind]++;
    } while (t.kind != END);
    if (count[OPEN] != count[CLOSE] || count[OPEN_SQUARE] != count[CLOSE_SQUARE])
        puts("brackets do not match");
    for (int k = ERROR; k < KINDS; k++)
        if (count[k] > 0)
            printf("%s %d\n", names[k], count[k]);
    return count[ERROR] > 0;
}
