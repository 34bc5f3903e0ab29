/* Pattern substitution, after the classic program of Kernighan and Plauger's "Software Tools" (the Siemens
 * program replace): every match of a pattern in a line is replaced by a text.
 *
 * Pattern: literals, `?` any character, `%` at the front the beginning of the line, `$` at the end its end,
 * `[a-z]` and `[^a-z]` classes, `*` repetition of what stands before it, `@` takes the special meaning away, `@n`
 * and `@t` are newline and tab. Replacement: `&` is what matched. A pattern is translated to an array of elements,
 * which is walked over when matching. 8 bytes of pattern, 4 of replacement, 8 of line. */
#include <crest.h>
#include <stdio.h>

#define PATTERN_SIZE 8
#define REPLACEMENT_SIZE 4
#define LINE_SIZE 8
#define ELEMENTS 64
#define OUTPUT_SIZE 64

#define ESCAPE '@'
#define BEGIN '%'
#define END '$'
#define ANY '?'
#define CLASS '['
#define CLASS_END ']'
#define NOT '^'
#define DASH '-'
#define CLOSURE '*'
#define DITTO '&'

enum code { LITERAL, AT_BEGIN, AT_END, ANY_ONE, IN_CLASS, NOT_IN_CLASS, REPEAT };

/* An element of a translated pattern. A class has its members in `members`, from `first` on. */
struct element {
    enum code code;
    char literal;
    int first, count;
};

struct pattern {
    struct element elements[ELEMENTS];
    int size;
    char members[ELEMENTS];
    int n_members;
};

/* A translated replacement: characters, and places for what matched. */
struct replacement {
    char text[ELEMENTS];
    int is_ditto[ELEMENTS];
    int size;
};

struct output {
    char text[OUTPUT_SIZE];
    int size;
    int lost;
};

enum status { DONE, BAD_PATTERN, BAD_REPLACEMENT };

/* ---- reading pattern and replacement ---- */

struct reader {
    const char *text;
    int size;
    int at;
};

static char current(const struct reader *r) {
    return r->at < r->size ? r->text[r->at] : 0;
}

static char following(const struct reader *r) {
    return r->at + 1 < r->size ? r->text[r->at + 1] : 0;
}

/* The character here with `@` taken off; leaves the reader at its last byte. */
static char unescaped(struct reader *r) {
    char c = current(r);
    if (c != ESCAPE)
        return c;
    if (following(r) == 0)
        return ESCAPE; /* at the end it stands for itself */
    r->at++;
    c = current(r);
    if (c == 'n')
        return '\n';
    if (c == 't')
        return '\t';
    return c;
}

static int is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static int is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Do two characters bound a range of letters or digits? */
static int is_range(char from, char to) {
    if (from > to)
        return 0;
    if (is_lower(from) && is_lower(to))
        return 1;
    if (is_upper(from) && is_upper(to))
        return 1;
    return is_digit(from) && is_digit(to);
}

/* ---- translation ---- */

static struct element *add_element(struct pattern *p, enum code code) {
    if (p->size == ELEMENTS)
        return 0;
    struct element *e = &p->elements[p->size++];
    e->code = code;
    e->literal = 0;
    e->first = p->n_members;
    e->count = 0;
    return e;
}

static int add_literal(struct pattern *p, char c) {
    struct element *e = add_element(p, LITERAL);
    if (e == 0)
        return 0;
    e->literal = c;
    return 1;
}

static int add_member(struct pattern *p, struct element *e, char c) {
    if (p->n_members == ELEMENTS)
        return 0;
    p->members[p->n_members++] = c;
    e->count++;
    return 1;
}

/* Members of a range between two, the first of which is there already. A range is kept as its ends: the
 * members before and behind a DASH. */
static int add_range(struct pattern *p, struct element *e, struct reader *r) {
    char from = p->members[p->n_members - 1];
    char to;
    r->at++;
    to = unescaped(r);
    if (is_range(from, to))
        return add_member(p, e, DASH) && add_member(p, e, to);
    /* Not a range: the dash and what follows are members. */
    return add_member(p, e, ESCAPE) && add_member(p, e, DASH) && add_member(p, e, ESCAPE) && add_member(p, e, to);
}

static int is_plain_dash(const struct reader *r, const struct element *e) {
    return e->count == 0 || following(r) == CLASS_END || following(r) == 0;
}

/* What stands between the brackets. Members that are special in the array get an ESCAPE before them. */
static int translate_members(struct pattern *p, struct element *e, struct reader *r) {
    while (current(r) != CLASS_END) {
        if (current(r) == 0)
            return 0;
        if (current(r) == DASH && !is_plain_dash(r, e)) {
            if (!add_range(p, e, r))
                return 0;
        } else {
            char c = unescaped(r);
            if ((c == DASH || c == ESCAPE) && !add_member(p, e, ESCAPE))
                return 0;
            if (!add_member(p, e, c))
                return 0;
        }
        r->at++;
    }
    return 1;
}

static int translate_class(struct pattern *p, struct reader *r) {
    struct element *e;
    enum code code = IN_CLASS;
    r->at++;
    if (current(r) == NOT) {
        code = NOT_IN_CLASS;
        r->at++;
    }
    e = add_element(p, code);
    if (e == 0)
        return 0;
    return translate_members(p, e, r) && e->count > 0;
}

/* A closure goes before what it repeats, so that matching sees it first. */
static int translate_closure(struct pattern *p, int last) {
    if (p->size == ELEMENTS)
        return 0;
    for (int i = p->size; i > last; i--)
        p->elements[i] = p->elements[i - 1];
    p->elements[last].code = REPEAT;
    p->size++;
    return 1;
}

static int can_repeat(const struct pattern *p, int last) {
    enum code code;
    if (p->size == 0)
        return 0;
    code = p->elements[last].code;
    return code != AT_BEGIN && code != AT_END && code != REPEAT;
}

static int translate_one(struct pattern *p, struct reader *r, int *last) {
    int start = p->size;
    int good = 1;
    char c = current(r);
    if (c == ANY) {
        good = add_element(p, ANY_ONE) != 0;
    } else if (c == BEGIN && r->at == 0) {
        good = add_element(p, AT_BEGIN) != 0;
    } else if (c == END && following(r) == 0) {
        good = add_element(p, AT_END) != 0;
    } else if (c == CLASS) {
        good = translate_class(p, r);
    } else if (c == CLOSURE && r->at > 0) {
        if (!can_repeat(p, *last))
            return 0;
        return translate_closure(p, *last);
    } else {
        good = add_literal(p, unescaped(r));
    }
    *last = start;
    return good;
}

static int translate_pattern(const char *text, struct pattern *p) {
    struct reader r = {text, PATTERN_SIZE, 0};
    int last = 0;
    p->size = 0;
    p->n_members = 0;
    while (current(&r) != 0) {
        if (!translate_one(p, &r, &last))
            return 0;
        r.at++;
    }
    return p->size > 0;
}

static int translate_replacement(const char *text, struct replacement *s) {
    struct reader r = {text, REPLACEMENT_SIZE, 0};
    s->size = 0;
    while (current(&r) != 0) {
        if (s->size == ELEMENTS)
            return 0;
        if (current(&r) == DITTO) {
            s->is_ditto[s->size] = 1;
            s->text[s->size] = 0;
        } else {
            s->is_ditto[s->size] = 0;
            s->text[s->size] = unescaped(&r);
        }
        s->size++;
        r.at++;
    }
    return 1;
}

/* ---- matching ---- */

struct line {
    char text[LINE_SIZE];
    int size;
};

static int is_member(const struct pattern *p, const struct element *e, char c) {
    int i = e->first;
    int end = e->first + e->count;
    while (i < end) {
        char m = p->members[i];
        if (m == ESCAPE && i + 1 < end) {
            i++;
            if (p->members[i] == c)
                return 1;
        } else if (m == DASH && i > e->first && i + 1 < end) {
            if (p->members[i - 1] <= c && c <= p->members[i + 1])
                return 1;
        } else if (m == c) {
            return 1;
        }
        i++;
    }
    return 0;
}

/* Length of what one element matches at a place: 0 or 1, or -1 for none. */
static int match_one(const struct line *l, int at, const struct pattern *p, const struct element *e) {
    switch (e->code) {
    case AT_BEGIN:
        return at == 0 ? 0 : -1;
    case AT_END:
        return at == l->size ? 0 : -1;
    case LITERAL:
        return at < l->size && l->text[at] == e->literal ? 1 : -1;
    case ANY_ONE:
        return at < l->size && l->text[at] != '\n' ? 1 : -1;
    case IN_CLASS:
        return at < l->size && is_member(p, e, l->text[at]) ? 1 : -1;
    case NOT_IN_CLASS:
        return at < l->size && l->text[at] != '\n' && !is_member(p, e, l->text[at]) ? 1 : -1;
    default:
        return -1;
    }
}

/* End of the match of the pattern from element k on, or -1. */
static int match_from(const struct line *l, int at, const struct pattern *p, int k) {
    while (k < p->size) {
        const struct element *e = &p->elements[k];
        if (e->code == REPEAT) {
            int most = at;
            /* As many as possible, then fewer until the rest matches. */
            while (match_one(l, most, p, e + 1) == 1)
                most++;
            for (; most >= at; most--) {
                int end = match_from(l, most, p, k + 2);
                if (end >= 0)
                    return end;
            }
            return -1;
        }
        int length = match_one(l, at, p, e);
        if (length < 0)
            return -1;
        at += length;
        k++;
    }
    return at;
}

/* ---- substitution ---- */

static void put(struct output *o, char c) {
    if (o->size == OUTPUT_SIZE)
        o->lost++;
    else
        o->text[o->size++] = c;
}

static void put_replacement(struct output *o, const struct replacement *s, const struct line *l, int from, int to) {
    for (int i = 0; i < s->size; i++) {
        if (!s->is_ditto[i])
            put(o, s->text[i]);
        else
            for (int k = from; k < to; k++)
                put(o, l->text[k]);
    }
}

static int substitute(const struct line *l, const struct pattern *p, const struct replacement *s, struct output *o) {
    int at = 0;
    int last_end = -1;
    int changes = 0;
    while (at <= l->size) {
        int end = match_from(l, at, p, 0);
        if (end >= 0 && end != last_end) {
            put_replacement(o, s, l, at, end);
            last_end = end;
            changes++;
        }
        if (end < 0 || end == at) {
            if (at < l->size)
                put(o, l->text[at]);
            at++;
        } else {
            at = end;
        }
    }
    return changes;
}

static enum status change(const char *pattern, const char *replacement, const struct line *l, struct output *o) {
    static struct pattern p;
    static struct replacement s;
    if (!translate_pattern(pattern, &p))
        return BAD_PATTERN;
    if (!translate_replacement(replacement, &s))
        return BAD_REPLACEMENT;
    if (substitute(l, &p, &s, o) == 0)
        puts("no match");
    return DONE;
}

static void read_input(char *pattern, char *replacement, struct line *l) {
    for (int i = 0; i < PATTERN_SIZE; i++)
        CREST_char(pattern[i]);
    for (int i = 0; i < REPLACEMENT_SIZE; i++)
        CREST_char(replacement[i]);
    for (int i = 0; i < LINE_SIZE; i++)
        CREST_char(l->text[i]);
    l->size = 0;
    while (l->size < LINE_SIZE && l->text[l->size] != 0)
        l->size++;
}

int main(void) {
    char pattern[PATTERN_SIZE], replacement[REPLACEMENT_SIZE];
    struct line l;
    struct output o = {.size = 0, .lost = 0};
    read_input(pattern, replacement, &l);
    switch (change(pattern, replacement, &l, &o)) {
    case BAD_PATTERN:
        puts("change: illegal pattern");
        return 1;
    case BAD_REPLACEMENT:
        puts("change: illegal replacement");
        return 2;
    default:
        return o.lost > 0 ? 3 : 0;
    }
}
