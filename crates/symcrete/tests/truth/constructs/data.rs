//! Values in disguise: parts of words, floating point, tables of labels, and more ways to trap.

use super::Construct;

pub(super) const ALL: &[Construct] = &[
    Construct {
        name: "union",
        after: "",
        before: "",
        text: "
union { int whole; unsigned char part[4]; } united@n;
H united@n.whole = @x;
if (B(united@n.part[1] != united@n.part[0])) {
    @body
}",
    },
    Construct {
        name: "bits",
        after: "",
        before: "",
        text: "
struct { unsigned low : 3, high : 5; signed sign : 2; } bits@n = {0};
H bits@n.low = @x;
H bits@n.sign = @y;
if (B(bits@n.low == 5)) {
    @body
} else if (B(bits@n.sign < 0)) {
    H r = 10 / (bits@n.low - 3);
}",
    },
    Construct {
        name: "float",
        after: "",
        before: "",
        text: "
double half@n = @x * 0.5;
H r = (int)half@n;
if (B(half@n == 3.5)) {
    @body
}",
    },
    Construct {
        name: "float-index",
        after: "",
        before: "",
        text: "
double real@n = @x & 3;
H r = table[(int)real@n];
if (B(r == 4)) {
    @body
}",
    },
    Construct {
        name: "goto-table",
        after: "",
        before: "",
        text: "
void *labels@n[2] = {&&even@n, &&odd@n};
H goto *labels@n[@x & 1];
odd@n:
H sink = 1;
if (B(@x == @k)) {
    @body
}
even@n:
H sink = 2;",
    },
    Construct {
        name: "variadic",
        after: "",
        before: "
#include <stdarg.h>
int last@n(int n, ...) {
    va_list list;
    int value = 0;
    va_start(list, n);
    for (int i = 0; B(i < n); i++) {
        H value = va_arg(list, int);
    }
    va_end(list);
    H return value;
}",
        text: "
H r = last@n(3, 1, @y, @x);
if (B(r == @k)) {
    @body
}",
    },
    Construct {
        name: "variadic-struct",
        after: "",
        before: "
#include <stdarg.h>
struct wide@n { long one, two, three; };
int second@n(int n, ...) {
    va_list list;
    va_start(list, n);
    int before = va_arg(list, int);
    struct wide@n wide = va_arg(list, struct wide@n);
    int value = va_arg(list, int);
    va_end(list);
    H return B(wide.three == @j) ? before : value;
}",
        text: "
struct wide@n wide@n = {1, 2, @x};
H r = second@n(3, 77, wide@n, @y);
if (B(r == 77)) {
    @body
}",
    },
    Construct {
        name: "called-as-other",
        after: "",
        before: "
long larger@n(long v, long w) {
    H return v + w;
}
int (*volatile cut@n)(long, long) = (int (*)(long, long))larger@n;
long (*volatile grown@n)(int, int) = (long (*)(int, int))larger@n;",
        text: "
H r = cut@n(@x, @j);
if (B(r == @k)) {
    @body
}
H r = grown@n(@x & 7, @j) == @j + 3;
if (B(r)) {
    @body
}",
    },
    Construct {
        name: "by-value",
        after: "",
        before: "
struct box@n { int list[6]; };
struct box@n turn@n(struct box@n box, int v) {
    H box.list[v & 3] = v;
    H return box;
}",
        text: "
struct box@n boxed@n = turn@n((struct box@n){{1, 2, 3}}, @x);
if (B(boxed@n.list[1] == 5)) {
    @body
}",
    },
    Construct {
        name: "null-member",
        after: "null",
        before: "
struct inner@n { int head, list[4]; } inner@n = {1, {2, 3, 5, 7}};",
        text: "
struct inner@n *inside@n = B(@x == @k) ? &inner@n : 0;
H r = inside@n->list[@y & 3];
if (B(r == 5)) {
    @body
}",
    },
    Construct {
        name: "null-twice",
        after: "pointer_table",
        before: "
int *one@n = &g, *none@n;
int **ways@n[4] = {&one@n, 0, &none@n, &one@n};",
        text: "
H p = *ways@n[@x & 3];
H r = *p;
if (B(r == g)) {
    @body
}",
    },
    Construct {
        name: "wild-any",
        after: "wild",
        before: "",
        text: "
H p = (int *)(uintptr_t)(unsigned)@x;
if (B(@y > @k)) {
    H *p = 3;
    H sink = 5;
}
@body",
    },
    Construct {
        name: "string-table",
        after: "string_table",
        before: "
char *strings@n[4] = {\"a\", 0, \"bc\", \"d\"};",
        text: "
H r = strcmp(strings@n[@x & 3], \"bc\");
if (B(r == 0)) {
    @body
}",
    },
    Construct {
        name: "divide-twice",
        after: "divide",
        before: "",
        text: "
H r = 100 / (50 / @x);
if (B(r == @k)) {
    @body
}",
    },
    Construct {
        name: "divide-guarded",
        after: "divide",
        before: "",
        text: "
H sink = 0;
if (B(@x != 0)
    && B(10 / @x == 5)) {
    @body
}",
    },
    Construct {
        name: "divide-choice",
        after: "divide",
        before: "",
        text: "
H r = B(@x == 0) ? 1 : 10 / (@x - @k);
if (B(r == @j)) {
    @body
}",
    },
    Construct {
        name: "divide-shift",
        after: "divide",
        before: "",
        text: "
H r = 64 / (@x >> 1);
if (B(r == 32)) {
    @body
}",
    },
    Construct {
        name: "remainder-long",
        after: "remainder",
        before: "",
        text: "
H r = (int)((LONG_MIN + @j) % (long)@x);
if (B(r == 0)) {
    @body
}",
    },
    Construct {
        name: "shift-long",
        after: "",
        before: "",
        text: "
H r = (int)((1ul << (@x & 63)) >> 32);
if (B(r == @k)) {
    @body
}",
    },
    Construct {
        name: "shift-index",
        after: "",
        before: "",
        text: "
H r = table[(unsigned)@x >> 30];
if (B(r == 4)) {
    @body
}",
    },
    Construct {
        name: "assert-divide",
        after: "abort",
        before: "",
        text: "
H assert(10 / @x != 5);
@body",
    },
    Construct {
        name: "abort-callee",
        after: "abort",
        before: "
int check@n(int v) {
    if (B(v == @k)) {
        H abort();
    }
    H return v + 1;
}",
        text: "
H r = check@n(@x);
if (B(r == @k + 1)) {
    @body
}",
    },
    Construct {
        name: "trap",
        after: "abort",
        before: "",
        text: "
if (B(@x == @k)) {
    H __builtin_trap();
}
@body",
    },
    Construct {
        name: "raise-segv",
        after: "abort",
        before: "",
        text: "
if (B(@x == @k)) {
    H raise(SIGSEGV);
}
@body",
    },
    Construct {
        name: "assume-remainder",
        after: "assume_divide",
        before: "",
        text: "
H __VERIFIER_assume(@x % @y == 1);
if (B(@x == @k)) {
    @body
}",
    },
];
