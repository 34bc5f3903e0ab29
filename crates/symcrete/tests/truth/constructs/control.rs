//! Ways through a program that are not straight: choices, leaving from callees, recursion, loops without end, signals, jumps.

use super::Construct;

pub(super) const ALL: &[Construct] = &[
    Construct {
        name: "choice",
        after: "",
        before: "",
        text: "
if (B(@x == @k)) {
    @body
} else {
    @body
}",
    },
    Construct {
        name: "both",
        after: "",
        before: "",
        text: "
if (B(@x > @k)
    && B(@y != @j)) {
    @body
}",
    },
    Construct {
        name: "switch",
        after: "",
        before: "",
        text: "
switch (@x) {
case 1:
    @body
    break;
case 5:
case 7:
    @body
    break;
default:
    H sink = 1;
}",
    },
    Construct {
        name: "exit-callee",
        after: "",
        before: "
void leave@n(int v) {
    if (B(v == @k)) {
        H exit(v & 1);
    }
    H sink = v;
}",
        text: "
H leave@n(@x);
@body",
    },
    Construct {
        name: "exit-assume",
        after: "exit_assume",
        before: "
void require@n(int holds) {
    if (B(!holds)) {
        H exit(0);
    }
}",
        text: "
H require@n(@x / @y == 1);
if (B(@x == @k)) {
    @body
}",
    },
    Construct {
        name: "exit-quick",
        after: "",
        before: "",
        text: "
if (B(@x > @k)) {
    H _exit(3);
}
@body",
    },
    Construct {
        name: "atexit",
        after: "",
        before: "
void last@n(void) {
    if (B(r == @k)) {
        H sink = 9;
    }
}",
        text: "
H atexit(last@n);
H r = @x;
@body",
    },
    Construct {
        name: "recursion",
        after: "",
        before: "
int deep@n(int v) {
    if (B(v <= 0)) {
        H return 1;
    }
    H return deep@n(v - 1) + 1;
}",
        text: "
H r = deep@n(@x & 63);
if (B(r == 6)) {
    @body
}",
    },
    Construct {
        name: "recursion-deep",
        after: "recursion_deep",
        before: "
int depth@n(int v) {
    volatile char frame[64];
    H frame[0] = 1;
    if (B(v <= 0)) {
        H return 1;
    }
    H return depth@n(v - 1) + frame[0];
}",
        text: "
H r = depth@n(B(@x == @k) ? 30000 : 1);
if (B(r > 2)) {
    @body
}",
    },
    Construct {
        name: "recursion-endless",
        after: "recursion_deep",
        before: "
int descend@n(int v) {
    volatile char frame[200];
    H frame[0] = 1;
    if (B(v == @k)) {
        H return 1;
    }
    H return descend@n(v - 1) + frame[0];
}",
        text: "
H r = descend@n(@x);
if (B(r > 2)) {
    @body
}",
    },
    Construct {
        name: "endless",
        after: "endless",
        before: "",
        text: "
while (B(@x == @k)) {
    H sink = sink + 1;
}
@body",
    },
    Construct {
        name: "endless-break",
        after: "endless",
        before: "",
        text: "
for (;;) {
    H sink = sink + 1;
    if (B(@x != @k)) {
        H break;
    }
}
@body",
    },
    Construct {
        name: "loop",
        after: "",
        before: "",
        text: "
for (int i@n = 0; B(i@n < (@x & 7)); i@n++) {
    H r = i@n + @y;
}
if (B(r == @k)) {
    @body
}",
    },
    Construct {
        name: "start-up",
        after: "",
        before: "",
        text: "
for (int i@n = 0; B(i@n < 300000); i@n++) {
    H sink = i@n;
}
@body",
    },
    Construct {
        name: "start-up-long",
        after: "start_up",
        before: "",
        text: "
for (int i@n = 0; B(i@n < 2000000); i@n++) {
    sink = i@n;
}
@body",
    },
    Construct {
        name: "signal-jump",
        after: "signal_jump",
        before: "
sigjmp_buf env@n;
void jump@n(int s) {
    H sink = s;
    H siglongjmp(env@n, 1);
}",
        text: "
H signal(SIGFPE, jump@n);
if (B(sigsetjmp(env@n, 1) == 0)) {
    H sink = @k / @x;
    @body
} else {
    @body
}
H signal(SIGFPE, SIG_DFL);",
    },
    Construct {
        name: "signal-segv",
        after: "signal_jump",
        before: "
sigjmp_buf back@n;
void caught@n(int s) {
    H siglongjmp(back@n, s);
}",
        text: "
H signal(SIGSEGV, caught@n);
if (B(sigsetjmp(back@n, 1) == 0)) {
    H p = B(@x > @k) ? &g : 0;
    H *p = 4;
} else {
    @body
}
H signal(SIGSEGV, SIG_DFL);",
    },
    Construct {
        name: "signal-exit",
        after: "signal_exit",
        before: "
void bye@n(int s) {
    H _exit(s & 1);
}",
        text: "
H signal(SIGFPE, bye@n);
H r = 60 / (@x - @k);
H signal(SIGFPE, SIG_DFL);
if (B(r == 12)) {
    @body
}",
    },
    Construct {
        name: "signal-count",
        after: "",
        before: "
volatile sig_atomic_t count@n;
void count_one@n(int s) {
    H count@n += s;
}",
        text: "
H signal(SIGUSR1, count_one@n);
if (B(@x == @k)) {
    H raise(SIGUSR1);
}
if (B(count@n != 0)) {
    @body
}",
    },
    Construct {
        name: "setjmp",
        after: "",
        before: "
jmp_buf place@n;",
        text: "
if (B(setjmp(place@n) == 0)) {
    H sink = 1;
    if (B(@x == @k)) {
        H longjmp(place@n, 1);
    }
} else {
    @body
}",
    },
    Construct {
        name: "setjmp-callee",
        after: "",
        before: "
jmp_buf return@n;
void back@n(int v) {
    if (B(v > @k)) {
        H longjmp(return@n, v);
    }
    H sink = v;
}",
        text: "
H r = setjmp(return@n);
if (B(r == 0)) {
    H back@n(@x);
}
if (B(r == @k + 1)) {
    @body
}",
    },
    Construct {
        name: "qsort",
        after: "",
        before: "
int order@n(const void *left, const void *right) {
    int u = *(const int *)left, v = *(const int *)right;
    H return (u > v) - (u < v);
}",
        text: "
int list@n[3] = {@x, 2, @y};
H qsort(list@n, 3, sizeof(int), order@n);
if (B(list@n[0] == @k)) {
    @body
}",
    },
    Construct {
        name: "qsort-divide",
        after: "qsort_divide",
        before: "
int quotient@n(const void *left, const void *right) {
    int u = *(const int *)left, v = *(const int *)right;
    H return 12 / (u - @k) - v;
}",
        text: "
int parts@n[3] = {@x, 2, @y};
H qsort(parts@n, 3, sizeof(int), quotient@n);
if (B(parts@n[0] == @k)) {
    @body
}",
    },
];
