//! Flags wherever programs keep them: in registers, globals, fields, behind pointers and calls.

use super::{folder, lines_with, reach, reached, write};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern int puts(const char *);\n";

/// Reaches the line marked `TARGET` of a program by data flow alone, within so many runs.
fn check(name: &str, body: &str, most: u64) {
    let folder = folder(name);
    let source = write(&folder, "flag.c", &format!("{HEAD}{body}"));
    let line = lines_with(&source, "TARGET")[0];
    let answer = reached(&format!("flag.c:{line}"), "flag.c", &["--engine", "gct"], &folder);
    assert!(answer["iterations"].as_u64().expect("a number") <= most, "{answer:?}");
}

#[test]
fn a_flag_in_a_global() {
    check(
        "global",
        "static int flag;
        int main(void) {
            int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
            if (x == 12345) flag = 1;
            if (y == 7) puts(\"y\");
            if (flag)
                puts(\"here\"); /* TARGET */
            return 0;
        }",
        3,
    );
}

#[test]
fn a_flag_in_a_field_set_by_a_call() {
    check(
        "field",
        "struct state { int n, ready; };
        static void set(struct state *s, int v) { s->ready = v; }
        int main(void) {
            struct state s = {0, 0};
            int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
            if (y == 3) s.n = 4;
            if (x == 77) set(&s, 1);
            if (y == 5) puts(\"y\");
            if (s.ready == 1)
                puts(\"here\"); /* TARGET */
            return 0;
        }",
        4,
    );
}

#[test]
fn a_flag_that_a_call_returns() {
    check(
        "call",
        "static int is_good(int x) { if (x * 3 == 111) return 1; return 0; }
        int main(void) {
            int good = is_good(__VERIFIER_nondet_int());
            if (__VERIFIER_nondet_int() == 9) puts(\"y\");
            if (good)
                puts(\"here\"); /* TARGET */
            return 0;
        }",
        4,
    );
}

/// An assignment that optimisation turns into an edge of a phi is still a line.
#[test]
fn a_line_without_an_instruction_of_its_own() {
    check(
        "assignment",
        "int main(void) {
            int flag = 0, x = __VERIFIER_nondet_int();
            if (x == 99) {
                flag = 1; /* TARGET */
            }
            return flag;
        }",
        3,
    );
}

/// A function that is only declared counts where it is called.
#[test]
fn functions_are_targets() {
    let folder = folder("functions");
    let body = "extern void reach_error(void); extern void abort(void);
        static void inner(int x) { if (x > 1000) reach_error(); }
        int main(void) { int x = __VERIFIER_nondet_int(); inner(x); if (x == -4) abort(); return 0; }";
    write(&folder, "f.c", &format!("{HEAD}{body}"));
    for name in ["reach_error", "inner", "abort"] {
        let (answers, code) = reach(&["--function", name, "f.c"], &folder);
        assert_eq!((answers[0]["verdict"].as_str(), code), (Some("reached"), 0), "{answers:?}");
    }
}

/// A recursive function passes a parameter on to itself: the data flow goes in a circle.
#[test]
fn a_parameter_that_is_passed_in_a_circle() {
    check(
        "circle",
        "static int find(const int *s, int mode, int k) {
            if (k == 3) return 0;
            if (mode && s[k] == 'x') return 1;
            return find(s, mode, k + 1);
        }
        int main(void) {
            int s[3] = { __VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int() };
            int mode = __VERIFIER_nondet_int() == 9;
            if (find(s, mode, 0))
                puts(\"found\"); /* TARGET */
            return 0;
        }",
        12,
    );
}

/// Where the address of a function that is only declared is used, every call through a pointer may be its call.
#[test]
fn a_declared_function_behind_a_pointer() {
    const PROGRAM: &str = "#include <stdio.h>
extern void reach_error(void);
static void quiet(void) {}
int main(void) {
    int c = getchar();
    void (*f)(void) = c == 'q' ? reach_error : quiet;
    if (c > 5 && c < 3)
        reach_error();
    f();
    return 0;
}
";
    let folder = folder("pointer");
    write(&folder, "p.c", PROGRAM);
    let (answers, code) = reach(&["--function", "reach_error", "p.c", "--time", "5s"], &folder);
    assert_eq!((answers[0]["verdict"].as_str(), code), (Some("reached"), 0), "{answers:?}");
}
