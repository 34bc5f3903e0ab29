//! `symcrete test` end to end: paths are exhausted, magic is solved, findings replay, bad input is named.

mod again;
mod blind;
mod certify;
mod doubts;
mod embed;
mod entry;
mod flags;
#[path = "../folder/mod.rs"]
mod folder;
mod given;
mod hard;
mod interrupt;
mod left;
mod length;
mod limits;
#[path = "../machine/mod.rs"]
mod machine;
mod names;
mod report;
mod schema;
mod starts;
mod surroundings;
mod trouble;

use folder::{Done, Folder};
use std::process::Command;

impl Folder {
    /// `symcrete test main.c ARGS` on a program with this text.
    fn test(&self, text: &str, args: &[&str]) -> Done {
        self.write("main.c", text);
        self.done(&[&["test", "main.c", "--quiet"], args].concat())
    }

    fn n_tests(&self) -> usize {
        folder::tests(&self.join("symcrete-out/main")).len()
    }
}

/// Ten numbers, each counted if positive, then a test on the sum: 2·2^10 − 1 feasible paths.
const SUM: &str = "extern int __VERIFIER_nondet_int(void);\n\
    int main(void) { int v[10]; unsigned sum = 0;\n\
    for (int i = 0; i < 10; i++) v[i] = __VERIFIER_nondet_int();\n\
    for (int i = 0; i < 10; i++) if (v[i] > 0) sum += v[i];\n\
    if (sum == 1234567u) return 1; return 0; }\n";

#[test]
fn every_path_of_the_sum_is_explored_once() {
    let folder = Folder::new("explore");
    let done = folder.test(SUM, &["--strategy", "dfs", "--merge", "never"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.starts_with("every feasible path was explored\n"), "{}", done.stdout);
    assert!(done.stdout.contains("2047 runs, 2047 paths"), "{}", done.stdout);
    assert!(done.stdout.contains("0 divergences"), "{}", done.stdout);
    assert_eq!(folder.n_tests(), 2047);
}

#[test]
fn twelve_runs_stand_for_every_path_of_the_sum() {
    for strategy in ["dfs", "cgs", "portfolio"] {
        let folder = Folder::new("explore");
        let done = folder.test(SUM, &["--strategy", strategy, "--no-mutations"]);
        assert!(done.stdout.starts_with("every feasible path was explored\n"), "{}", done.stdout);
        assert!(done.stdout.contains("8 of 8 covered, ") && done.stdout.contains("up to 2048"), "{}", done.stdout);
        assert!(report::report(&folder)["iterations"].as_u64().is_some_and(|runs| runs <= 12), "{}", done.stdout);
        let merged = report::report(&folder)["merged"].clone();
        assert_eq!((&merged["conditions"], &merged["turns"]), (&2.into(), &11.into()), "{merged}");
        let said = folder.says(0, &["explain", "main.c:4", "symcrete-out/main"]);
        assert_eq!(said.matches("merged: the code behind it only computes a value").count(), 1, "{said}");
    }
}

#[test]
fn magic_numbers_and_a_hash_are_solved() {
    let folder = Folder::new("explore");
    let done = folder.test(
        "#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
        int main(void) { unsigned char b[20]; uint16_t m; uint32_t w, h = 0;\n\
        if (read(0, b, 20) != 20) return 1;\n if (b[0] != 'S' || b[1] != 'Y') return 2;\n\
        memcpy(&m, b + 4, 2); if (m != 0xbeef) return 3;\n memcpy(&w, b + 8, 4); if (w != 0xcafebabe) return 4;\n\
        for (int i = 12; i < 18; i++) h = h * 31 + b[i];\n if (h != 0x5b3f1a2c) return 5;\n abort(); }\n",
        &["--stdin", "20"],
    );
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("finding: SIGABRT at "), "{}", done.stdout);
    let line = done.stdout.lines().find(|line| line.contains("symcrete replay")).expect("a command to paste");
    let test = line.split_whitespace().last().expect("the test's name");
    let replayed = folder.done(&["replay", test]);
    assert_eq!(replayed.code, Some(1), "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("outcome: SIGABRT"), "{}", replayed.stdout);
}

#[test]
fn assumptions_hold_and_error_functions_are_findings() {
    let folder = Folder::new("explore");
    let done = folder.test(
        "extern int __VERIFIER_nondet_int(void); extern double __VERIFIER_nondet_double(void);\n\
        extern void __VERIFIER_assume(int); extern void reach_error(void);\n\
        int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 5);\n\
        if (x < 3) return 9; if (__VERIFIER_nondet_double() > 2.5 && x == 77) reach_error(); return 0; }\n",
        &[],
    );
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("finding: error function reached"), "{}", done.stdout);
    assert!(done.stdout.contains("every feasible path was explored"), "{}", done.stdout);
    assert!(done.stdout.contains("not covered: main.c:4"), "x < 3 contradicts the assumption: {}", done.stdout);
}

/// LLVM may assume that a null pointer is never used; then the crash would be optimised away.
#[test]
fn a_use_of_null_is_not_reasoned_away() {
    let folder = Folder::new("explore");
    let done = folder.test(
        "#include <stdio.h>\nint main(void) { char b[2] = {0}; if (fread(b, 1, 2, stdin) != 2) return 1;\n\
        char *p = b[0] == '9' ? NULL : b; return *p == 'x'; }\n",
        &["--stdin", "2"],
    );
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("finding: SIGSEGV at "), "{}", done.stdout);
}

#[test]
fn bad_input_is_named() {
    let folder = Folder::new("explore");
    let none = folder.test("int main(void) { return 0; }\n", &[]);
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.contains("standard input"), "{}", none.stderr);
    assert!(!folder.join("symcrete-out/main").exists(), "a folder made for nothing");
    let reads = "#include <stdio.h>\nint main(void) { return getchar() == 7 ? 1 : 0; }\n";
    assert_eq!(folder.test(reads, &[]).code, Some(0));
    let again = folder.test(reads, &[]);
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
    assert_eq!(folder.test(reads, &["--force"]).code, Some(0));
    let broken = folder.test("int main(void) { return x; }\n", &["-o", "other"]);
    assert_eq!(broken.code, Some(3));
    assert!(broken.stderr.contains("undeclared identifier"), "{}", broken.stderr);
    let strategy = folder.test("int main(void) { return 0; }\n", &["--strategy", "best"]);
    assert_eq!(strategy.code, Some(2));
    assert!(strategy.stderr.contains("portfolio"), "{}", strategy.stderr);
    let missing = folder.done(&["replay", "nowhere"]);
    assert_eq!(missing.code, Some(2));
}

/// A file that nobody opens is named, and so is what is missing for a command line.
#[test]
fn inputs_that_cannot_work_are_named() {
    let folder = Folder::new("explore");
    let program = "int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 'x'; }\n";
    let unread = folder.test(program, &["--file", "conf=4"]);
    assert_eq!(unread.code, Some(2), "{}{}", unread.stdout, unread.stderr);
    assert!(unread.stderr.contains("no run read the input file conf"), "{}", unread.stderr);
    let beside = folder.test(program, &["--file", "conf=4", "--arg", "2", "--force"]);
    assert_eq!(beside.code, Some(0), "{}{}", beside.stdout, beside.stderr);
    assert!(beside.stderr.contains("no run read the input file conf"), "{}", beside.stderr);
    let outside = folder.test(program, &["--file", "/etc/conf=4", "--force"]);
    assert_eq!(outside.code, Some(2));
    assert!(outside.stderr.contains("relative name"), "{}", outside.stderr);
    for (args, what) in [
        (&["--arg", "0"][..], "at least one byte"),
        (&["--env", "V"], "NAME=N"),
        (&["--arg", "1", "--", "@@"], "--file NAME=N"),
        (&["--", "@arg"], "--arg N"),
        (&["--seeds", "nowhere", "--stdin", "1"], "nowhere"),
    ] {
        let done = folder.test(program, &[&["--force"], args].concat());
        assert_eq!(done.code, Some(2), "{args:?}");
        assert!(done.stderr.contains(what), "{args:?}: {}", done.stderr);
    }
}

/// The commands of a finding work in a shell, whatever bytes the arguments have.
#[test]
fn a_finding_can_be_pasted_into_a_shell() {
    let folder = Folder::new("explore");
    let done = folder.test(
        "#include <stdio.h>\n#include <stdlib.h>\nextern short __VERIFIER_nondet_short(void);\n\
        int main(int argc, char **argv) { FILE *f = fopen(argv[1], \"r\"); unsigned char *v = (void *) getenv(\"V\");\n\
        if (argc == 3 && argv[2][0] == '\\'' && argv[2][1] == '\\n' && v[0] == 0xe4 && fgetc(f) == 0\n\
        && fgetc(f) == 200 && __VERIFIER_nondet_short() == -3) abort(); return 0; }\n",
        &["--arg", "3", "--env", "V=2", "--file", "a b/c=2", "--", "@@"],
    );
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    let lines: Vec<&str> = done.stdout.lines().collect();
    let at = lines.iter().position(|line| *line == "Without symcrete:").expect("a command to paste");
    let pasted = Command::new("bash").args(["-c", lines[at + 1]]).output().expect("bash starts");
    assert_eq!(pasted.status.code(), Some(134), "{}", lines[at + 1]);
}
