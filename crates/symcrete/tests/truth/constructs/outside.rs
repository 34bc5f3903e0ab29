//! What a program's own code does not decide: objects built by gcc, memory that was never set, where things lie.

use super::Construct;

pub(super) const ALL: &[Construct] = &[
    Construct {
        name: "foreign-read",
        after: "foreign_read",
        before: "
int foreign_read(void);",
        text: "
H r = foreign_read();
if (B(r == 'a')) {
    @body
}",
    },
    Construct {
        name: "foreign-getchar",
        after: "foreign_read",
        before: "
int foreign_getchar(void);",
        text: "
H r = foreign_getchar();
if (B(r == '0')) {
    @body
}",
    },
    Construct {
        name: "foreign-divide",
        after: "foreign_divide",
        before: "
int foreign_divide(int, int);",
        text: "
H r = foreign_divide(@j, @x);
if (B(r == @k)) {
    @body
}",
    },
    Construct {
        name: "foreign-call",
        after: "foreign_read",
        before: "
int foreign_call(int (*)(int), int);
int called@n(int v) {
    if (B(v == @k)) {
        H sink = 3;
    }
    H return v + 1;
}",
        text: "
H r = foreign_call(called@n, @x);
if (B(r == @j)) {
    @body
}",
    },
    Construct {
        name: "foreign-leave",
        after: "foreign_read",
        before: "
void foreign_leave(int);",
        text: "
H foreign_leave(@x);
if (B(@x == 3)) {
    H sink = 1;
}
@body",
    },
    Construct {
        name: "foreign-set",
        after: "foreign_read",
        before: "
void foreign_set(int *, int);",
        text: "
H foreign_set(&g, @x);
if (B(g == 1)) {
    @body
}",
    },
    Construct {
        name: "unset",
        after: "unset",
        before: "",
        text: "
UNSET(int, unset@n);
H sink = 1;
if (B(unset@n == @k)) {
    @body
}",
    },
    Construct {
        name: "unset-partly",
        after: "unset",
        before: "",
        text: "
UNSET(int, part@n);
if (B(@x > @k)) {
    H part@n = 7;
}
if (B(part@n == 5)) {
    @body
}",
    },
    Construct {
        name: "unset-array",
        after: "unset",
        before: "
typedef int four@n[4];",
        text: "
UNSET(four@n, array@n);
H array@n[1] = @x;
if (B(array@n[@x & 3] == 5)) {
    @body
}",
    },
    Construct {
        name: "unset-heap",
        after: "unset_heap",
        before: "",
        text: "
int *fresh@n = FRESH(16);
H sink = 1;
if (B(fresh@n[2] == 5)) {
    @body
}",
    },
    Construct {
        name: "unset-struct",
        after: "unset",
        before: "
struct pair@n { int one, other; };
int second@n(struct pair@n pair) {
    H return pair.other;
}",
        text: "
UNSET(struct pair@n, pair@n);
H pair@n.one = @x;
H r = second@n(pair@n);
if (B(r == 1)) {
    @body
}",
    },
    Construct {
        name: "address-order",
        after: "address_order",
        before: "",
        text: "
H sink = 1;
if (B(EITHER((uintptr_t)&g < (uintptr_t)&h))) {
    @body
} else {
    @body
}",
    },
    Construct {
        name: "address-bits",
        after: "address_order",
        before: "",
        text: "
H sink = 1;
if (B(EITHER(((uintptr_t)&argument >> 4) & 1))) {
    @body
} else {
    @body
}",
    },
    Construct {
        name: "address-function",
        after: "address_order",
        before: "
int near@n(void) {
    return 1;
}
int far@n(void) {
    return 2;
}",
        text: "
H sink = near@n() + far@n();
if (B(EITHER((uintptr_t)near@n < (uintptr_t)far@n))) {
    @body
} else {
    @body
}",
    },
    Construct {
        name: "address-heap",
        after: "address_order",
        before: "",
        text: "
H sink = 1;
if (B(EITHER(((uintptr_t)malloc(24) >> 4) & 1))) {
    @body
} else {
    @body
}",
    },
    Construct {
        name: "address-equal",
        after: "",
        before: "",
        text: "
H p = B(@x == @k) ? &g : &h;
if (B(p == &h)) {
    @body
}",
    },
];
