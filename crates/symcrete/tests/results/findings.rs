//! Which bad ends are which bug, and what is said about them.

use crate::folder::Folder;
use std::collections::BTreeSet;

/// Functions that only report are not where the bug is; an assumption is none.
const REPORTED: &str = r#"#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
static void die(const char *m) { fprintf(stderr, "%s\n", m); abort(); }
void reach_error(void) { assert(0); }
void assume_abort_if_not(int c) { if (!c) abort(); }
static int depth(const char *s) {
    if (*s == '(') return 1 + depth(s + 1);
    if (*s == '!') abort();
    return 0;
}
int main(void) {
    char b[5] = {0};
    if (fread(b, 1, 4, stdin) != 4) return 1;
    assume_abort_if_not(b[0] != 'z');
    if (b[0] == 'a') die("a");
    if (b[0] == 'b' && b[1] == 'c') die("bc");
    if (b[0] == 'e') reach_error();
    if (b[0] == '(') depth(b);
    return 0;
}
"#;

#[test]
fn who_reports_is_not_where_the_bug_is() {
    let folder = Folder::with(REPORTED);
    let said = folder.says(1, &["test", "unit.c", "--stdin", "4", "-o", "out"]);
    let mut found: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("finding: ")).collect();
    found.sort_unstable();
    let ends =
        ["SIGABRT", "unit.c:16:22 in main", "unit.c:17:37 in main", "unit.c:9:20 in depth", "unit.c:18:22 in main"];
    for end in ends {
        assert!(found.iter().any(|line| line.contains(end)), "{end}: {found:?}");
    }
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.iter().any(|line| line.starts_with("error function reached")), "{found:?}");
    assert!(!said.contains("only the instrumented program"), "{said}");
}

/// Calls that return are not where a run stays; a loop's head is, whatever line the clock struck at.
const ENDLESS: &str = r#"#include <stdio.h>
static volatile int turns;
static int step(int x) { for (int i = 0; i < 500; i++) turns += x; return (x * 5 + 1) & 3; }
static void two(int c) {
    volatile int k = c;
    if (c == 'p') {
        while (k) k = step(3) | 1;
    }
    if (c == 'q') {
        do {
            k = step(k) | 1;
            turns++;
        } while (k);
    }
}
int main(void) {
    two(getchar());
    return 0;
}
"#;

#[test]
fn each_endless_loop_is_a_finding_at_its_head() {
    let folder = Folder::with(ENDLESS);
    let said = folder.says(1, &["test", "unit.c", "--run-time", "1", "-o", "out"]);
    let found: BTreeSet<&str> = said.lines().filter_map(|line| line.strip_prefix("finding: time limit at ")).collect();
    let name = |place: &&str| place.rsplit('/').next().map(str::to_string);
    let places: Vec<String> = found.iter().filter_map(name).collect();
    assert_eq!(places, ["unit.c:11:22 in two", "unit.c:7:16 in two"], "{said}");
    let text = std::fs::read_to_string(folder.join("out/findings/002/finding.txt")).expect("its folder");
    assert!(text.contains("unit.c:17:5 in main"), "{text}");
}

/// Arguments and files get smaller, too, and the stack is that of the smaller input.
#[test]
fn every_part_of_an_input_is_made_smaller() {
    let folder = Folder::with(
        "#include <stdio.h>\n#include <stdlib.h>\nstatic void walk(FILE *f, int n) {\n    int c = getc(f);\n    if (c == 'x') walk(f, n + 1);\n\
         \x20   else if (c == 'K' && n >= 0) abort();\n}\nint main(int argc, char **argv) {\n    FILE *f = fopen(\"data\", \"r\");\n\
         \x20   if (!f || argc < 2 || getc(f) != 'P') return 1;\n    if (argv[1][0] == 'v') walk(f, 0);\n    return 0;\n}\n",
    );
    folder.says(1, &["test", "unit.c", "--arg", "4", "--file", "data=6", "-o", "out", "--iterations", "300"]);
    let data = std::fs::read(folder.join("out/findings/001/input.files/data")).expect("the file");
    assert_eq!(data, b"PK");
    let facts = std::fs::read_to_string(folder.join("out/findings/001/finding.json")).expect("facts");
    assert_eq!(facts.matches("in walk").count(), 1, "{facts}");
}

/// A format that comes from input is aimed at.
#[test]
fn a_format_from_input_is_a_bug() {
    let program = |print: &str| {
        format!(
            "#include <stdio.h>\nint main(void) {{\n    char b[32];\n    if (!fgets(b, 32, stdin)) return 1;\n    {print}\n    return 0;\n}}\n"
        )
    };
    let wrong = Folder::with(&program("fprintf(stderr, b);"));
    let said = wrong.says(1, &["test", "unit.c", "-o", "out", "--iterations", "300"]);
    assert!(said.contains("finding: SIGSEGV at ") && said.contains("unit.c:5:"), "{said}");
    wrong.says(1, &["replay", "out/findings/001/input"]);
    Folder::with(&program("fputs(b, stderr);")).says(0, &["test", "unit.c", "-o", "out", "--iterations", "300"]);
}
