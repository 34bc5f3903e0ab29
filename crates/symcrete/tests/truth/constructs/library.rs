//! What the C library and the system do for a program: memory, threads, processes, the clock; and what happens before and after `main`.

use super::Construct;

pub(super) const ALL: &[Construct] = &[
    Construct {
        name: "constructor",
        after: "",
        before: "
int early@n[64];
__attribute__((constructor)) void begin@n(void) {
    for (int i = 0; B(i < 64); i++) {
        H early@n[i] = i * i;
    }
}",
        text: "
H r = early@n[@x & 63];
if (B(r == 49)) {
    @body
}",
    },
    Construct {
        name: "atexit-divide",
        after: "divide",
        before: "
void finish@n(void) {
    H sink = 10 / (r - @k);
}",
        text: "
H atexit(finish@n);
H r = @x;
@body",
    },
    Construct {
        name: "thread",
        after: "",
        before: "
void *work@n(void *value) {
    if (B((long)value == @k)) {
        H g = 6;
    }
    H return 0;
}",
        text: "
pthread_t thread@n;
H pthread_create(&thread@n, 0, work@n, (void *)(long)@x);
H pthread_join(thread@n, 0);
if (B(g == 6)) {
    @body
}",
    },
    Construct {
        name: "realloc",
        after: "",
        before: "",
        text: "
int *grown@n = malloc(8);
H grown@n[0] = @x;
H grown@n = realloc(grown@n, 4096);
if (B(grown@n[0] == @k)) {
    @body
}
H free(grown@n);",
    },
    Construct {
        name: "unset-grown",
        after: "unset_grown",
        before: "",
        text: "
int *longer@n = calloc(2, 4);
H longer@n = GROWN(longer@n, 8, 64);
if (B(longer@n[(@x & 3) + 1] == 5)) {
    @body
}",
    },
    Construct {
        name: "unset-padding",
        after: "unset",
        before: "
struct padded@n { char one; int other; } empty@n;",
        text: "
UNSET(struct padded@n, padded@n);
H padded@n.one = 0;
H padded@n.other = @x;
if (B(memcmp(&padded@n, &empty@n, sizeof empty@n) == 0)) {
    @body
}",
    },
    Construct {
        name: "unset-callee",
        after: "unset",
        before: "
void maybe@n(int *to, int v) {
    if (B(v == @k)) {
        H *to = 5;
    }
}",
        text: "
UNSET(int, result@n);
H maybe@n(&result@n, @x);
if (B(result@n == 5)) {
    @body
}",
    },
    Construct {
        name: "unset-local",
        after: "unset",
        before: "
int pick@n(int v) {
    UNSET(int, chosen);
    switch (v) {
    case 1:
        chosen = 3;
        break;
    case 5:
        chosen = 4;
    }
    H return chosen;
}",
        text: "
H r = pick@n(@x);
if (B(r == 1)) {
    @body
}",
    },
    Construct {
        name: "alloca",
        after: "",
        before: "",
        text: "
int *room@n = alloca(16 + (@x & 12));
for (int i@n = 0; B(i@n < 4); i@n++) {
    H room@n[i@n] = i@n;
}
if (B(room@n[@x & 3] == 2)) {
    @body
}",
    },
    Construct {
        name: "malloc-size",
        after: "null",
        before: "",
        text: "
char *sized@n = malloc((size_t)(long)(@x & (int)0x800000ff));
H sized@n[0] = 1;
if (B(@x == @k)) {
    @body
}",
    },
    Construct {
        name: "memmove-size",
        after: "memset_size",
        before: "
char moved@n[1 << 13];",
        text: "
H memmove(moved@n, big, (size_t)(long)(@x & (int)0x80000007));
if (B(@x > @k)) {
    @body
}",
    },
    Construct {
        name: "free-wild",
        after: "abort",
        before: "",
        text: "
H free(B(@x == @k) ? (void *)&g : 0);
@body",
    },
    Construct {
        name: "bsearch-divide",
        after: "bsearch_divide",
        before: "
int nearer@n(const void *key, const void *element) {
    int u = *(const int *)key, v = *(const int *)element;
    H return u - 12 / (v - u);
}",
        text: "
H p = bsearch(&@x, table, 4, sizeof(int), nearer@n);
if (B(p != 0)) {
    @body
}",
    },
    Construct {
        name: "fgets",
        after: "",
        before: "",
        text: "
char line@n[4] = \"\";
H fgets(line@n, 4, stdin);
if (B(line@n[0] == 'a')) {
    @body
}",
    },
    Construct {
        name: "text-number",
        after: "",
        before: "",
        text: "
char digits@n[16];
H sprintf(digits@n, \"%d\", @y & 7);
if (B(atoi(digits@n) == 5)) {
    @body
}",
    },
    Construct {
        name: "signal-abort",
        after: "signal_jump",
        before: "
sigjmp_buf again@n;
void aborted@n(int s) {
    H siglongjmp(again@n, s);
}",
        text: "
H signal(SIGABRT, aborted@n);
if (B(sigsetjmp(again@n, 1) == 0)) {
    H assert(@x != @k);
} else {
    @body
}
H signal(SIGABRT, SIG_DFL);",
    },
    Construct {
        name: "recursion-divide",
        after: "divide",
        before: "
int down@n(int v) {
    if (B(v <= 0)) {
        H return 12 / (v + 1);
    }
    H return down@n(v - 2);
}",
        text: "
H r = down@n(@x & 15);
if (B(r == 12)) {
    @body
}",
    },
    Construct {
        name: "endless-callee",
        after: "endless",
        before: "
void spin@n(int v) {
    while (B(v > @k)) {
        H sink = v;
    }
}",
        text: "
H spin@n(@x);
@body",
    },
    Construct {
        name: "fork",
        after: "fork",
        before: "",
        text: "
int status@n = 0;
H pid_t pid@n = fork();
if (B(pid@n == 0)) {
    H _exit(@x == @k);
}
H waitpid(pid@n, &status@n, 0);
if (B(status@n != 0)) {
    @body
}",
    },
    Construct {
        name: "clock",
        after: "clock",
        before: "",
        text: "
H sink = 1;
if (B(EITHER(time(0) & 1))) {
    @body
} else {
    @body
}",
    },
    Construct {
        name: "process",
        after: "clock",
        before: "",
        text: "
H sink = 1;
if (B(EITHER(getpid() & 1))) {
    @body
} else {
    @body
}",
    },
    Construct {
        name: "address-printed",
        after: "address_order",
        before: "",
        text: "
char where@n[32];
H sprintf(where@n, \"%p\", (void *)&argument);
if (B(EITHER(where@n[strlen(where@n) - 2] == '4'))) {
    @body
}",
    },
    Construct {
        name: "address-hash",
        after: "address_order",
        before: "",
        text: "
H r = (int)((uintptr_t)&g % 7);
if (B(EITHER(r == 3))) {
    @body
}",
    },
    Construct {
        name: "address-difference",
        after: "",
        before: "",
        text: "
H p = &table[@x & 3];
if (B(&table[3] - p == 1)) {
    @body
}",
    },
    Construct {
        name: "foreign-keep",
        after: "foreign_read",
        before: "
void foreign_keep(int);
int foreign_kept(void);",
        text: "
H foreign_keep(@x);
if (B(foreign_kept() == @k)) {
    @body
}",
    },
    Construct {
        name: "foreign-fill",
        after: "foreign_read",
        before: "
void foreign_fill(int *, int, int);",
        text: "
int filled@n[4] = {0};
H foreign_fill(filled@n, @x & 3, 9);
if (B(filled@n[1] == 9)) {
    @body
}",
    },
    Construct {
        name: "foreign-abort",
        after: "foreign_read",
        before: "
void foreign_abort(int);",
        text: "
H foreign_abort(@x);
@body",
    },
];
