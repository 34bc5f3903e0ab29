//! Proofs through loops with several ways a round, each beside a twin that a small change makes reachable.

use super::{compile, folder, lines_with, reach, symcrete, write};
use serde_json::Value;

/// A program, the change that makes its line reachable, and by what it is proved that nothing reaches it without.
struct Case {
    name: &'static str,
    text: &'static str,
    change: (&'static str, &'static str),
    means: &'static str,
}

const HEAD: &str = "extern unsigned char __VERIFIER_nondet_uchar(void);
extern int getchar(void), puts(const char *);
";

const CASES: &[Case] = &[
    Case {
        name: "machine",
        text: "int main(void) {
    int open = 0, locked = 0;
    for (int i = 0; i < 12; i++) {
        switch (__VERIFIER_nondet_uchar() & 3) {
        case 0: if (!locked) open = 1; break;
        case 1: open = 0; break;
        case 2: if (!open) locked = 1; break;
        default: locked = 0; break;
        }
    }
    if (open && locked)
        puts(\"never\");
    return 0;
}
",
        change: ("if (!locked) open", "open"),
        means: "by unrolling loops 12 times",
    },
    Case {
        name: "toggle",
        text: "int main(void) {
    int on = 0, c;
    while ((c = getchar()) >= 0) {
        if (c == 't') on = !on;
        else if (c == 'r') on = 0;
    }
    if (on > 1)
        puts(\"never\");
    return 0;
}
",
        change: ("on = 0;\n", "on = c - 112;\n"),
        means: "by induction with on one of 0, 1",
    },
    Case {
        name: "six",
        text: "int main(void) {
    unsigned s = 4;
    int c;
    while ((c = getchar()) >= 0) {
        if (c == 'a') s += 6;
        else if (c == 'b') s *= 3;
    }
    if (s & 1)
        puts(\"never\");
    return 0;
}
",
        change: ("s += 6", "s += 3"),
        means: "by induction with s % 2 == 0",
    },
    Case {
        name: "counters",
        text: "int main(void) {
    int sent = 0, got = 0;
    for (int i = 0; i < 16; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (c & 1) sent++;
        else if ((c & 2) && got < sent) got++;
    }
    if (got > sent)
        puts(\"never\");
    return 0;
}
",
        change: ("got < sent", "got <= sent"),
        means: "by unrolling loops 16 times",
    },
    Case {
        name: "locks",
        text: "int main(void) {
    int state = 0, locks = 0, c;
    while ((c = getchar()) >= 0) {
        switch (state) {
        case 0: if (c == 'o') { state = 1; locks++; } break;
        case 1: if (c == 'r') state = 2; else if (c == 'c') { state = 0; locks--; } break;
        case 2: if (c == 'w') state = 3; break;
        default: if (c == 'd') { state = 0; locks--; } break;
        }
    }
    if (locks < 0 || locks > 1)
        puts(\"never\");
    return 0;
}
",
        change: ("state = 2; else", "state = locks = 2; else"),
        means: "by induction with (a variable, locks) one of (0, 0), (1, 1), (2, 1), (3, 1)",
    },
    Case {
        name: "growth",
        text: "int main(void) {
    int sent = 0, got = 0;
    for (int i = getchar() & 63; i > 0; i--) {
        int c = getchar();
        if (c & 1) sent++;
        else if ((c & 2) && got < sent) got++;
    }
    if (got > sent)
        puts(\"never\");
    return 0;
}
",
        change: ("got < sent", "got <= sent"),
        means: "by induction with got <= sent",
    },
    Case {
        name: "stream",
        text: "extern char *fgets(char *, int, void *);
extern void *stdin;
int main(void) {
    char line[8];
    int on = 0;
    while (fgets(line, 8, stdin))
        if (line[0] == 't') on = !on;
        else if (line[0] == 'r') on = 0;
    if (on > 1)
        puts(\"never\");
    return 0;
}
",
        change: ("on = 0;\n    if", "on = line[1];\n    if"),
        means: "by induction with on one of 0, 1",
    },
    Case {
        name: "bytes",
        text: "int main(void) {
    int most = 0, c;
    while ((c = getchar()) >= 0)
        if (c > most) most = c;
        else if (c == ' ') most = 1;
    if (most > 255)
        puts(\"never\");
    return 0;
}
",
        change: ("most = c", "most = c + 1"),
        means: "by induction with c <= 255",
    },
    // What our own bodies of functions use is nothing that the program does.
    Case {
        name: "bodies",
        text: "#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
static int by(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
int main(void) {
    char b[4] = \"dcb\", to[32], *end;
    int n = 0, c, k = 0;
    while ((c = getchar()) >= 0) {
        if (c == 'a') n += 2;
        else if (c == 's') {
            qsort(b, 3, 1, by);
            snprintf(to, 32, \"%d\", n);
            k = (int)strtod(to, &end) + sscanf(to, \"%d\", &k) + (int)strlen(to);
            strncpy(to, b, 4);
        }
    }
    if (n & 1)
        puts(\"never\");
    return k;
}
",
        change: ("n += 2", "n += 3"),
        means: "by induction with n % 2 == 0",
    },
];

/// The answer for the line of a program, built with a flag.
fn answer(name: &str, text: &str, level: &str) -> Value {
    let folder = folder(&format!("ways-{name}{level}"));
    let source = write(&folder, "ways.c", &format!("{HEAD}{text}"));
    let line = lines_with(&source, "never")[0];
    compile(&source, &[level], &folder);
    let (answers, _) = reach(&[&format!("ways.c:{line}"), "prog", "--time", "20s"], &folder);
    answers[0].clone()
}

#[test]
fn lines_behind_loops_with_several_ways_a_round_are_refuted() {
    for Case { name, text, means, .. } in CASES {
        for level in ["-O0", "-O1", "-O2"] {
            let answer = answer(name, text, level);
            assert_eq!(answer["verdict"], "unreachable", "{name} {level}: {answer}");
            assert_eq!(answer["means"], *means, "{name} {level}: {answer}");
        }
    }
}

#[test]
fn their_reachable_twins_are_reached() {
    for Case { name, text, change: (from, to), .. } in CASES {
        let twin = text.replace(from, to);
        assert_ne!(twin, *text, "{name}: nothing to change");
        for level in ["-O0", "-O1", "-O2"] {
            let answer = answer(&format!("{name}-twin"), &twin, level);
            assert_eq!(answer["verdict"], "reached", "{name} {level}: {answer}");
        }
    }
}

/// In a library nobody knows who handles exceptions, so our body of `qsort` lets them pass there. The proof lets them, too.
#[test]
fn a_library_that_sorts_is_proved_as_a_program_is() {
    const LIBRARY: &str = "#include <stdio.h>
#include <stdlib.h>
static int by(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
int sum(void) {
    char b[4] = \"dcb\";
    int n = 0, c;
    while ((c = getchar()) >= 0) {
        if (c == 'a') n += 2;
        else if (c == 's') qsort(b, 3, 1, by);
    }
    if (n & 1)
        puts(\"never\");
    return b[0];
}
";
    for (change, verdict) in [(("n += 2", "n += 4"), "unreachable"), (("n += 2", "n += 3"), "reached")] {
        let folder = folder(&format!("ways-library-{verdict}"));
        let source = write(&folder, "sum.c", &LIBRARY.replace(change.0, change.1));
        let library = folder.join("libsum.so");
        let library = library.to_str().expect("a plain path");
        let built = symcrete(&["cc", "-g", "-shared", "-fPIC", "sum.c", "-lm", "-o", library], &folder);
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let main = write(&folder, "main.c", "int sum(void);\nint main(void) { return sum() == 'b'; }\n");
        compile(&main, &[library], &folder);
        let target = format!("sum.c:{}", lines_with(&source, "never")[0]);
        let (answers, _) = reach(&[&target, "prog", "--time", "20s"], &folder);
        assert_eq!(answers[0]["verdict"], verdict, "{}", answers[0]);
    }
}

/// Functions that make what they give of their arguments alone bring in nothing that was not explored.
#[test]
fn what_functions_of_their_arguments_give_is_explored() {
    let programs = [
        ("ctype", "int c = getchar();\n  if (isalpha(c) && isdigit(c))"),
        ("spans", "char b[4] = \"\";\n  if (fread(b, 1, 3, stdin) == 3 && strspn(b, \"01\") > 3)"),
        ("searches", "char b[4] = \"\";\n  if (fread(b, 1, 3, stdin) == 3 && strchr(b, 'x') && !strstr(b, \"x\"))"),
        ("numbers", "char b[4] = \"\";\n  if (fread(b, 1, 3, stdin) == 3 && atoi(b) > 999)"),
        ("roots", "int c = getchar();\n  if (c >= 0 && sqrt(c) > 16)"),
        ("remainders", "int c = getchar();\n  if (c >= 0 && fmod(c, 3.0) >= 3)"),
    ];
    for (name, body) in programs {
        let text = format!(
            "#include <ctype.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
             int main(void) {{\n  {body}\n    puts(\"never\");\n  return 0;\n}}\n"
        );
        let folder = folder(&format!("explored-{name}"));
        let source = write(&folder, "explored.c", &text);
        let line = lines_with(&source, "never")[0];
        let target = format!("explored.c:{line}");
        let (answers, _) = reach(&[&target, "explored.c", "--time", "20s", "--cflags=-lm"], &folder);
        assert_eq!(answers[0]["verdict"], "unreachable", "{name}: {}", answers[0]);
    }
}

/// What looks like a contradiction to whoever forgets something: what is marked as unreachable, pointers that move, writes and calls that
/// leave their object, earlier rounds, what one loop leaves to another.
const OPEN: &[(&str, &str)] = &[
    (
        "a_mark_of_the_unreachable",
        "int main(void) {\n  int c = getchar();\n  for (int i = 0; i < 3; i++)\n    if (c == 'a' + i) __builtin_unreachable();\n  if (c == 'b')\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    (
        "a_pointer_that_moves",
        "static int a[4], b[4];\nint main(void) {\n  int *p = a, c;\n  while ((c = getchar()) >= 0) {\n    if (c == 'b') p = b;\n    if (c == 's') *p = 7;\n  }\n  if (b[0] == 7)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    (
        "a_write_to_a_neighbour",
        "static int a[4], b;\nint main(void) {\n  int n = getchar();\n  if (n < 0 || n > 4) return 0;\n  a[n] = 1;\n  if (b == 1)\n    puts(\"hit\");\n  return a[0];\n}\n",
    ),
    (
        "a_pointer_that_walks_out",
        "static int a[4], b;\nint main(void) {\n  int *p = a;\n  while (getchar() == 'n' && p < a + 9) p++;\n  *p = 1;\n  if (b == 1)\n    puts(\"hit\");\n  return a[0];\n}\n",
    ),
    (
        "a_copy_that_is_too_long",
        "extern void *memset(void *, int, unsigned long);\nstatic char a[8], b;\nint main(void) {\n  memset(a, 1, getchar() & 15);\n  if (b == 1)\n    puts(\"hit\");\n  return a[0];\n}\n",
    ),
    (
        "a_text_that_is_too_long",
        "static char in[12], a[4], b;\nint main(void) {\n  if (fread(in, 1, 11, stdin) != 11) return 1;\n  strcpy(a, in);\n  if (b == 'x')\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    (
        "a_read_that_is_too_long",
        "static char a[4], b;\nint main(void) {\n  if (fread(a, 1, 9, stdin) != 9) return 1;\n  if (b == 'x')\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    (
        "a_buffer_of_the_program",
        "static char a[64];\nint main(void) {\n  int c, n = 0;\n  setvbuf(stdin, a, _IOFBF, 64);\n  while ((c = getchar()) != EOF && c != '\\n') n++;\n  if (a[0] == 'x' && n > 2)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    (
        "a_word_that_is_too_long",
        "static char a[4], b;\nint main(void) {\n  if (scanf(\"%9s\", a) != 1) return 1;\n  if (b == 'x')\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    (
        "a_word_in_a_loop",
        "static char a[4], b; static int on;\nint main(void) {\n  int c;\n  while ((c = getchar()) == 's') { if (scanf(\"%9s\", a) != 1) return 1; on = !on; }\n  if (b == 'x')\n    puts(\"hit\");\n  return on;\n}\n",
    ),
    (
        "a_number_that_is_too_long",
        "static char a[4], b;\nint main(void) {\n  int n = getchar() * 10007;\n  sprintf(a, \"%d\", n);\n  if (b == '7')\n    puts(\"hit\");\n  return a[0];\n}\n",
    ),
    (
        "one_of_two_arrays",
        "static char a[4], c[4], b;\nint main(void) {\n  char *p = getchar() == 'q' ? a : c;\n  int n = getchar() - '0';\n  if (n < 0 || n > 9) return 1;\n  p[n] = 'x';\n  if (b == 'x')\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    (
        "a_pointer_from_the_start",
        "static char a[4], b, *p = a;\nint main(void) {\n  int n = getchar() - '0';\n  if (n < 0 || n > 9) return 1;\n  p[n] = 'x';\n  if (b == 'x')\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    (
        "a_pointer_that_was_moved_before",
        "static int a[4], b, *p;\nstatic void check(void) {\n  b = 0;\n  *p = 1;\n  if (b == 1)\n    puts(\"hit\");\n}\nint main(void) {\n  int n = getchar() - '0';\n  if (n < 0 || n > 9) return 1;\n  p = a + n;\n  check();\n  return a[0];\n}\n",
    ),
    (
        "a_pointer_to_less",
        "static int a[3], b;\nstatic void set(int *p) {\n  b = 0;\n  p[3] = getchar();\n  if (b == 'x')\n    puts(\"hit\");\n}\nint main(void) { set(a); return a[0]; }\n",
    ),
    (
        "a_call_through_a_pointer",
        "static char a[4], b;\nstatic void one(int n) { a[n] = 'x'; }\nstatic void two(int n) { a[0] = n; }\nint main(int argc, char **argv) {\n  void (*f)(int) = argc > 1 ? two : one;\n  int n = getchar() - '0';\n  if (n < 0 || n > 9) return 1;\n  int local = 3;\n  f(n);\n  if (b == 'x')\n    puts(\"hit\");\n  return local + a[0];\n}\n",
    ),
    (
        "a_loop_over_a_pointer",
        "static char a[4], b;\nint main(void) {\n  char *p = a; int c;\n  while ((c = getchar()) != EOF && c != '\\n' && p < a + 8) *p++ = c;\n  if (b == 'x')\n    puts(\"hit\");\n  return a[0];\n}\n",
    ),
    (
        "a_loop_that_ends_by_wrapping",
        "int main(void) {\n  unsigned char n = getchar() & 1;\n  unsigned rounds = 0;\n  while (n != 0) { n += 5; rounds++; }\n  if (rounds > 30)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    (
        "two_loops_one_state",
        "static int state;\nstatic void step(int c) { if (c == 'u' && state < 40) state++; else if (c == 'd') state = 0; }\nint main(void) {\n  int c;\n  while ((c = getchar()) >= 0 && c != '.') step(c);\n  int first = state;\n  while ((c = getchar()) >= 0) step(c);\n  if (first == 3 && state == 2)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
    (
        "a_round_that_was_skipped",
        "int main(void) {\n  int last = 0, now = 0, c;\n  while ((c = getchar()) >= 0) {\n    if (c == ' ') continue;\n    last = now;\n    now = c;\n    if (last == 'a' && now == 'z')\n      puts(\"hit\");\n  }\n  return 0;\n}\n",
    ),
    (
        "inner_rounds_that_outer_ones_need",
        "int main(void) {\n  int n = 0, c = getchar();\n  for (int i = 0; i < (c & 15); i++)\n    for (int k = 0; k < i; k++) n += 2;\n  if (n == 42)\n    puts(\"hit\");\n  return 0;\n}\n",
    ),
];

#[test]
fn what_many_rounds_reach_is_not_called_unreachable() {
    let folder = folder("ways-open");
    let mut wrong = Vec::new();
    for (name, text) in OPEN {
        let source = write(&folder, "open.c", &format!("#include <stdio.h>\n#include <string.h>\n{HEAD}{text}"));
        let target = format!("open.c:{}", lines_with(&source, "hit")[0]);
        for engine in ["auto", "symcretic"] {
            let (answers, _) = reach(&[&target, "open.c", "--engine", engine, "--time", "1s"], &folder);
            assert!(answers[0]["verdict"].is_string(), "{name}: {answers:?}");
            if answers[0]["verdict"] == "unreachable" {
                wrong.push(format!("{name}, {engine}: {}", answers[0]));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is printed for people says by what it was proved.
#[test]
fn the_means_are_told() {
    let folder = folder("ways-text");
    let source = write(&folder, "six.c", &format!("{HEAD}{}", CASES[2].text));
    let target = format!("six.c:{}", lines_with(&source, "never")[0]);
    let done = symcrete(&["reach", &target, "six.c", "-o", "out"], &folder);
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(said.contains("    proved by induction with s % 2 == 0\n"), "{said}");
}
