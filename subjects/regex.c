/* A regular-expression matcher of grep's kind: a pattern of 8 bytes is parsed to a tree and a text of 8 bytes
 * searched for it. Knows literals, `.`, `^`, `$`, `[a-z]`, `[^…]`, `\d \w \s` and their opposites, `*`, `+`,
 * `?`, `{m,n}`, alternatives and groups. Matching is by backtracking with continuations. */
#include <crest.h>

#define PATTERN 8
#define TEXT 8
#define NODES 32
#define FUEL 2000

enum kind { EMPTY, LITERAL, ANY, BEGIN, FINISH, CLASS, SET, SEQUENCE, CHOICE, REPEAT };

struct node {
    enum kind kind;
    char value;        /* of a literal, or the letter of a class */
    int first, last;   /* of a set: its place in the pattern */
    int negated;
    int left, right;   /* parts of a sequence or a choice; left: what is repeated */
    int least, most;   /* of a repetition; most < 0: no bound */
};

struct parser {
    const char *pattern;
    int at;
    int failed;
    struct node nodes[NODES];
    int count;
};

static char look(const struct parser *p) {
    return p->at < PATTERN ? p->pattern[p->at] : 0;
}

static int make(struct parser *p, enum kind kind) {
    if (p->count == NODES) {
        p->failed = 1;
        return 0;
    }
    p->nodes[p->count].kind = kind;
    return p->count++;
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

static int is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

static int choice(struct parser *p, int depth);

/* `[abc]`, `[^a-z]`: only checked here, read again when matching. */
static int set(struct parser *p) {
    int n = make(p, SET);
    struct node *node = &p->nodes[n];
    p->at++;
    node->negated = look(p) == '^';
    if (node->negated)
        p->at++;
    node->first = p->at;
    if (look(p) == ']')
        p->at++;
    while (look(p) != ']') {
        if (look(p) == 0) {
            p->failed = 1;
            return n;
        }
        p->at++;
    }
    node->last = p->at;
    p->at++;
    return n;
}

static int escape(struct parser *p) {
    char c;
    int n;
    p->at++;
    c = look(p);
    switch (c) {
    case 0:
        p->failed = 1;
        return 0;
    case 'd':
    case 'D':
    case 'w':
    case 'W':
    case 's':
    case 'S':
        n = make(p, CLASS);
        break;
    default:
        n = make(p, LITERAL);
    }
    p->nodes[n].value = c;
    p->at++;
    return n;
}

static int atom(struct parser *p, int depth) {
    char c = look(p);
    int n;
    switch (c) {
    case '.':
        n = make(p, ANY);
        break;
    case '^':
        n = make(p, BEGIN);
        break;
    case '$':
        n = make(p, FINISH);
        break;
    case '[':
        return set(p);
    case '\\':
        return escape(p);
    case '(':
        p->at++;
        n = choice(p, depth + 1);
        if (look(p) != ')')
            p->failed = 1;
        break;
    case '*':
    case '+':
    case '?':
        p->failed = 1;
        return 0;
    default:
        n = make(p, LITERAL);
        p->nodes[n].value = c;
    }
    p->at++;
    return n;
}

/* A number of at most two digits; -1 when there is none. */
static int number(struct parser *p) {
    int value = -1;
    for (int i = 0; i < 2 && is_digit(look(p)); i++) {
        value = (value < 0 ? 0 : value * 10) + (look(p) - '0');
        p->at++;
    }
    return value;
}

/* `{m}`, `{m,}`, `{m,n}`. */
static void bounds(struct parser *p, struct node *node) {
    p->at++;
    node->least = number(p);
    node->most = node->least;
    if (node->least < 0)
        p->failed = 1;
    if (look(p) == ',') {
        p->at++;
        node->most = number(p);
        if (node->most >= 0 && node->most < node->least)
            p->failed = 1;
    }
    if (look(p) != '}')
        p->failed = 1;
}

static int repetition(struct parser *p, int depth) {
    int inner = atom(p, depth);
    for (;;) {
        char c = look(p);
        int n;
        if (p->failed || (c != '*' && c != '+' && c != '?' && c != '{'))
            return inner;
        n = make(p, REPEAT);
        p->nodes[n].left = inner;
        p->nodes[n].least = c == '+' ? 1 : 0;
        p->nodes[n].most = c == '?' ? 1 : -1;
        if (c == '{')
            bounds(p, &p->nodes[n]);
        p->at++;
        inner = n;
    }
}

static int sequence(struct parser *p, int depth) {
    int left = make(p, EMPTY);
    while (!p->failed && look(p) != 0 && look(p) != '|' && look(p) != ')') {
        int right = repetition(p, depth);
        int n = make(p, SEQUENCE);
        p->nodes[n].left = left;
        p->nodes[n].right = right;
        left = n;
    }
    if (depth == 0 && look(p) == ')')
        p->failed = 1;
    return left;
}

static int choice(struct parser *p, int depth) {
    int left = sequence(p, depth);
    while (!p->failed && look(p) == '|') {
        int right, n;
        p->at++;
        right = sequence(p, depth);
        n = make(p, CHOICE);
        p->nodes[n].left = left;
        p->nodes[n].right = right;
        left = n;
    }
    return left;
}

/* What must match behind a node: another node, then the rest. A repetition counts its rounds. */
struct rest {
    int node;
    int round; /* -1: not in a repetition */
    int from;  /* where the round began */
    const struct rest *next;
};

struct matcher {
    const struct parser *p;
    const char *text;
    int length;
    int fuel;
};

static int match(struct matcher *m, int node, int at, const struct rest *rest);

static int in_class(char kind, char c) {
    switch (kind) {
    case 'd':
        return is_digit(c);
    case 'D':
        return !is_digit(c);
    case 'w':
        return is_word(c);
    case 'W':
        return !is_word(c);
    case 's':
        return is_space(c);
    default:
        return !is_space(c);
    }
}

static int in_set(const struct matcher *m, const struct node *node, char c) {
    const char *pattern = m->p->pattern;
    int found = 0;
    for (int i = node->first; i < node->last; i++) {
        if (i + 2 < node->last && pattern[i + 1] == '-') {
            if (pattern[i] <= c && c <= pattern[i + 2])
                found = 1;
            i += 2;
        } else if (pattern[i] == c) {
            found = 1;
        }
    }
    return found != node->negated;
}

static int matches_one(const struct matcher *m, const struct node *node, char c) {
    switch (node->kind) {
    case LITERAL:
        return node->value == c;
    case ANY:
        return c != '\n';
    case CLASS:
        return in_class(node->value, c);
    default:
        return in_set(m, node, c);
    }
}

static int repeat(struct matcher *m, int node, int round, int at, const struct rest *rest);

static int go_on(struct matcher *m, int at, const struct rest *rest) {
    if (rest == 0)
        return 1;
    if (rest->round < 0)
        return match(m, rest->node, at, rest->next);
    if (rest->from == at)
        return 0; /* an empty round would repeat for ever */
    return repeat(m, rest->node, rest->round, at, rest->next);
}

static int repeat(struct matcher *m, int node, int round, int at, const struct rest *rest) {
    const struct node *n = &m->p->nodes[node];
    if (n->most < 0 || round < n->most) {
        struct rest again = {node, round + 1, at, rest};
        if (match(m, n->left, at, &again))
            return 1;
    }
    return round >= n->least && go_on(m, at, rest);
}

static int match(struct matcher *m, int node, int at, const struct rest *rest) {
    const struct node *n = &m->p->nodes[node];
    if (--m->fuel < 0)
        return 0;
    switch (n->kind) {
    case EMPTY:
        return go_on(m, at, rest);
    case BEGIN:
        return at == 0 && go_on(m, at, rest);
    case FINISH:
        return at == m->length && go_on(m, at, rest);
    case SEQUENCE: {
        struct rest right = {n->right, -1, 0, rest};
        return match(m, n->left, at, &right);
    }
    case CHOICE:
        return match(m, n->left, at, rest) || match(m, n->right, at, rest);
    case REPEAT:
        return repeat(m, node, 0, at, rest);
    default:
        return at < m->length && matches_one(m, n, m->text[at]) && go_on(m, at + 1, rest);
    }
}

static int search(struct matcher *m, int root) {
    for (int from = 0; from <= m->length; from++)
        if (match(m, root, from, 0))
            return 1;
    return 0;
}

int main(void) {
    char pattern[PATTERN], text[TEXT];
    struct parser p = {.pattern = pattern};
    int root, length = 0;
    for (int i = 0; i < PATTERN; i++)
        CREST_char(pattern[i]);
    for (int i = 0; i < TEXT; i++)
        CREST_char(text[i]);
    root = choice(&p, 0);
    if (p.failed)
        return 2;
    while (length < TEXT && text[length] != 0)
        length++;
    struct matcher m = {&p, text, length, FUEL};
    return !search(&m, root);
}
