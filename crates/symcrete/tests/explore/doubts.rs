//! Each reason for which nothing is claimed: a program that raises it is not called complete, and `report.json` names the reason.

use super::Folder;
use serde_json::Value;

const ASKS: &str = "int __VERIFIER_nondet_int(void);\n#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\n#include <signal.h>\n";

/// The kinds of doubt that `symcrete test` has about a program, after its first line of declarations.
fn kinds(text: &str, args: &[&str]) -> Vec<String> {
    let folder = Folder::new();
    let done = folder.test(&format!("{ASKS}{text}"), args);
    let path = folder.0.join("symcrete-out/main/report.json");
    let report = std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{why}: {}{}", done.stdout, done.stderr));
    let report: Value = serde_json::from_str(&report).expect("the report is JSON");
    let doubts = report["doubts"].as_array().expect("a list");
    assert_eq!(report["complete"], Value::Bool(doubts.is_empty()), "{text}: {doubts:?}");
    assert!(doubts.iter().all(|doubt| doubt["why"].as_str().is_some_and(|why| !why.is_empty())));
    doubts.iter().filter_map(|doubt| doubt["kind"].as_str()).map(str::to_string).collect()
}

#[test]
fn every_reason_is_raised_by_a_program() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("stopped", "int main(void) { return __VERIFIER_nondet_int() == 7; }", &["--iterations", "1"]),
        ("untried", "int main(void) { if (__VERIFIER_nondet_int() == 7) return 1; return 0; }", &["--iterations", "1"]),
        (
            "fixed",
            "static char b[64]; int main(void) { memset(b, 1, __VERIFIER_nondet_int() & 63); return b[9] == 1 ? 1 : 0; }",
            &[],
        ),
        (
            "lost",
            "int main(void) { int x = __VERIFIER_nondet_int(); __asm__ volatile(\"\" : \"+r\"(x)); return x == 9 ? 1 : 0; }",
            &[],
        ),
        (
            "timed out",
            "int main(void) { volatile int x = __VERIFIER_nondet_int(); while (x == 3) {} return 0; }",
            &["--run-time", "300ms"],
        ),
        (
            "limited",
            "int main(void) { volatile int x = __VERIFIER_nondet_int(); while (x == 3) puts(\"again and again\"); return 0; }",
            &[],
        ),
        (
            "handler",
            "static void leave(int s) { exit(s); }\nint main(void) { signal(SIGSEGV, leave); int x = __VERIFIER_nondet_int();\n\
             int *p = x == 3 ? &x : 0; return *p == 3; }",
            &[],
        ),
    ];
    for (kind, text, args) in cases {
        let kinds = kinds(text, args);
        assert!(kinds.iter().any(|one| one == kind), "{kind} is not among {kinds:?} of {text}");
    }
}

/// What leads into a fault is told, whatever the fault: these are explored completely although they crash.
#[test]
fn crashes_are_paths_like_any_other() {
    for text in [
        "int main(void) { int x = __VERIFIER_nondet_int(); int y = 100 / x; if (y == 7) return 1; return 0; }",
        "int main(void) { int d = __VERIFIER_nondet_int(); if (d > 5) return 0; if (1000 % d == 1) return 1; return 0; }",
        "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); return a / b == 7; }",
        "int main(void) { if (__VERIFIER_nondet_int() == 42) *(volatile int *)0 = 1; return 0; }",
        "int main(void) { if (__VERIFIER_nondet_int() == 42) __builtin_trap(); return 0; }",
        "int main(void) { int x = __VERIFIER_nondet_int(); volatile int q = x / x; return 0; }",
    ] {
        assert_eq!(kinds(text, &[]), [""; 0], "{text}");
    }
}

/// Marks the line that is to be reached.
const HERE: &str = "/* here */";

/// A crash on the first run leads to what lies behind it.
#[test]
fn what_lies_behind_a_fault_is_reached() {
    for text in [
        "int main(void) { int x = __VERIFIER_nondet_int(); int y = 100 / x; if (y == 7)\n return 1; /* here */\n return 0; }",
        "int g; int main(void) { int x = __VERIFIER_nondet_int(); int *p = x == 3 ? &g : 0; *p = 1; if (x == 3)\n\
         return 1; /* here */\n return 0; }",
        "int a = 1, b = 2; int *t[4] = {0, &a, 0, &b};\nint main(void) { unsigned x = __VERIFIER_nondet_int(); if (x > 3) return 1;\n\
         if (*t[x] == 2)\n return 2; /* here */\n return 0; }",
        "int a[8]; int main(void) { long x = __VERIFIER_nondet_int(); int v = a[(x + 1) * 1000000000L];\n\
         if (v == 0 && x == -1)\n return 1; /* here */\n return 0; }",
        "char b[64]; int main(void) { int n = __VERIFIER_nondet_int(); memset(b, 1, (size_t)(n - 5)); if (b[0] == 1)\n\
         return 1; /* here */\n return 0; }",
        "static int by(const void *p, const void *q) { return 100 / *(const int *)p - 100 / *(const int *)q; }\n\
         int main(void) { int v[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()}; qsort(v, 2, sizeof v[0], by);\n\
         if (v[0] == 77)\n return 1; /* here */\n return 0; }",
    ] {
        let folder = Folder::new();
        let text = format!("{ASKS}{text}\n");
        std::fs::write(folder.0.join("main.c"), &text).expect("the temporary folder is writable");
        let line = 1 + text.lines().position(|line| line.contains(HERE)).expect("a line is marked");
        let done = folder.symcrete(&["reach", &format!("main.c:{line}"), "main.c", "--time", "20s"]);
        assert!(done.stdout.contains("1 reached"), "{text}: {}{}", done.stdout, done.stderr);
    }
}

#[test]
fn a_line_that_can_crash_is_told_from_one_that_cannot() {
    let text = format!(
        "{ASKS}int main(void) {{\n  int x = __VERIFIER_nondet_int();\n  if (x == 5)\n    return 0;\n  int a = 10 / (x - 7);\n  \
         if (x > 5 && x < 7)\n    return 10 / (x - 5);\n  return a;\n}}\n"
    );
    let folder = Folder::new();
    std::fs::write(folder.0.join("main.c"), text).expect("the temporary folder is writable");
    let first = ASKS.lines().count();
    let crash = |line: usize| format!("main.c:{}", first + line);
    let (can, cannot) = (crash(5), crash(7));
    let done = folder.symcrete(&["reach", "--crash", &can, "--crash", &cannot, "main.c", "--time", "20s"]);
    assert!(done.stdout.contains(&format!("crash at {can}: reached")), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains(&format!("crash at {cannot}: unreachable")), "{}{}", done.stdout, done.stderr);
    assert_eq!(done.code, Some(0), "{}", done.stdout);
}
