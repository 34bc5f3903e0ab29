//! Operations that trap for some operands, and what stops a program on purpose.

use super::Construct;

pub(super) const ALL: &[Construct] = &[
    Construct {
        name: "divide",
        after: "divide",
        before: "",
        text: "
H r = 100 / @x;
if (B(r == @k)) {
    @body
}",
    },
    Construct {
        name: "divide-both",
        after: "divide_overflow",
        before: "",
        text: "
H r = @x / (@y - @k);
if (B(r == @j)) {
    @body
}",
    },
    Construct {
        name: "divide-itself",
        after: "divide_itself",
        before: "",
        text: "
H sink = @x / @x;
if (B(@x == @k)) {
    @body
}",
    },
    Construct {
        name: "divide-min",
        after: "divide_overflow",
        before: "",
        text: "
if (B(@x == INT_MIN)) {
    H r = @x / @y;
    if (B(r < 0)) {
        @body
    }
}",
    },
    Construct {
        name: "divide-long",
        after: "divide",
        before: "",
        text: "
H r = (int)((LONG_MIN + @k) / (long)@x);
if (B(r > @k)) {
    @body
}",
    },
    Construct {
        name: "divide-unsigned",
        after: "divide",
        before: "",
        text: "
H r = (int)(77u / (unsigned)(@x & 7));
if (B(r == 11)) {
    @body
}",
    },
    Construct {
        name: "divide-char",
        after: "divide",
        before: "",
        text: "
H r = (signed char)(@x) / (signed char)(@y);
if (B(r == -1)) {
    @body
}",
    },
    Construct {
        name: "remainder",
        after: "remainder",
        before: "",
        text: "
H r = 1000 % @x;
if (B(r == 6)) {
    @body
}",
    },
    Construct {
        name: "remainder-min",
        after: "remainder",
        before: "",
        text: "
H r = (@k + INT_MIN) % (@x);
if (B(r == 0)) {
    @body
}",
    },
    Construct {
        name: "divide-callee",
        after: "divide",
        before: "
int over@n(int u, int v) {
    if (B(u > v)) {
        H return u / v;
    }
    H return v;
}",
        text: "
H r = over@n(@x, @y);
if (B(r == @k)) {
    @body
}",
    },
    Construct {
        name: "divide-condition",
        after: "divide",
        before: "",
        text: "
H sink = 0;
if (B(24 / @x == 12)) {
    @body
}",
    },
    Construct {
        name: "divide-loop",
        after: "divide",
        before: "",
        text: "
for (int i@n = 3; B(i@n >= 0); i@n--) {
    H r = @x / i@n;
    if (B(r == @k)) {
        H break;
    }
}",
    },
    Construct {
        name: "shift",
        after: "",
        before: "",
        text: "
H r = 1 << (@x & 15);
if (B(r == 32)) {
    @body
}",
    },
    Construct {
        name: "shift-right",
        after: "",
        before: "",
        text: "
H r = @x >> (@y & 31);
if (B(r == -1)) {
    @body
}",
    },
    Construct {
        name: "shift-unsigned",
        after: "",
        before: "",
        text: "
H r = (int)(((unsigned)@x << (@y & 31)) >> 31);
if (B(r != 0)) {
    @body
}",
    },
    Construct {
        name: "assert",
        after: "abort",
        before: "",
        text: "
H assert(@x != @k);
@body",
    },
    Construct {
        name: "abort",
        after: "abort",
        before: "",
        text: "
if (B(@x == @k)) {
    H abort();
}
@body",
    },
    Construct {
        name: "assume",
        after: "",
        before: "",
        text: "
H __VERIFIER_assume(@x != @k);
if (B(@x == @k)) {
    @body
}",
    },
    Construct {
        name: "assume-divide",
        after: "assume_divide",
        before: "",
        text: "
H __VERIFIER_assume(@x / @y == 2);
if (B(@y == @k)) {
    @body
}",
    },
    Construct {
        name: "assume-small",
        after: "",
        before: "",
        text: "
H __VERIFIER_assume((@x >= 0) & (@x <= 7));
@body",
    },
];
