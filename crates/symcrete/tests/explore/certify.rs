//! `--certify`: the SMT solver is asked about all paths at once, and everything is said to be explored only when it agrees.

use super::{Folder, SUM, report};
use std::os::unix::fs::PermissionsExt;

/// Lengths, a `switch`, a condition that never holds, and merged branches.
const MIXED: &str = "#include <stdio.h>\nint main(void) { unsigned char b[4]; int n = fread(b, 1, 4, stdin), odd = 0;\n\
    for (int i = 0; i < n; i++) if (b[i] & 1) odd++;\n\
    if (n == 4 && odd == 3) { switch (b[0] % 5) { case 0: return 1; case 3: return 2; case 7: return 3; } }\n\
    if (n > 1 && b[0] * 2 == 7) return 4;\nreturn 0; }\n";

/// A program that answers every question alike.
fn solver(folder: &Folder, answer: &str) {
    let path = folder.join("solver");
    std::fs::write(&path, format!("#!/bin/sh\ncat > /dev/null\necho {answer}\n")).expect("the folder is writable");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("the file is ours");
}

#[test]
fn what_the_solver_confirms_is_said_with_its_consent() {
    for (text, args, first) in [
        (SUM, &["--merge", "never"][..], "every feasible path was explored, which the SMT solver confirms\n"),
        (MIXED, &["--stdin-max", "4"], "every feasible path was explored, which the SMT solver confirms\n"),
        (MIXED, &["--stdin", "3", "--stdin-fixed"], "every feasible path with "),
    ] {
        let folder = Folder::new("explore");
        let done = folder.test(text, &[args, &["--certify"]].concat());
        assert!(done.stdout.starts_with(first), "{}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains(" was explored, which the SMT solver confirms\n"), "{}", done.stdout);
        let report = report::report(&folder);
        assert_eq!((&report["complete"], &report["certified"]), (&true.into(), &true.into()));
    }
}

/// One who does not know forbids claims, and so does one who denies it without an input that shows it.
#[test]
fn nothing_is_claimed_against_the_solver() {
    for answer in ["sat", "unknown", ""] {
        let folder = Folder::new("explore");
        solver(&folder, answer);
        let done = folder.test(MIXED, &["--stdin-max", "4", "--certify", "--smt", "./solver"]);
        assert!(!done.stdout.contains("every feasible path"), "{}", done.stdout);
        let report = report::report(&folder);
        assert_eq!((&report["complete"], &report["certified"]), (&false.into(), &serde_json::Value::Null));
        assert_eq!(report["doubts"][0]["kind"], "uncertified", "{}", report["doubts"]);
        let why = report["doubts"][0]["why"].as_str().unwrap_or_default();
        assert!(why.contains("could not confirm"), "{}", report["doubts"]);
    }
}

#[test]
fn who_cannot_be_asked_is_named() {
    let folder = Folder::new("explore");
    let done = folder.test(MIXED, &["--certify", "--smt", "none"]);
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("--certify asks an SMT solver, and there is none: install z3"), "{}", done.stderr);
    let done = folder.test(MIXED, &["--stdin-max", "4", "--certify", "-j", "2"]);
    assert!(done.stdout.contains("several workers share the paths"), "{}", done.stdout);
}

/// Where no proof from the program is to be had, `reach` explores, too.
#[test]
fn reach_says_that_the_solver_agrees() {
    const SORTS: &str = "#include <stdio.h>\n#include <stdlib.h>\nstatic int by(const void *a, const void *b) {\n\
        return *(const unsigned char *)a - *(const unsigned char *)b; }\nint main(void) {\nunsigned char b[2];\n\
        if (fread(b, 1, 2, stdin) != 2) return 0;\nqsort(b, 2, 1, by);\nif (b[0] > b[1])\nreturn 4;\nreturn 0; }\n";
    let folder = Folder::new("explore");
    folder.write("main.c", SORTS);
    let asked = ["reach", "main.c:10", "main.c", "--certify", "--force"];
    let said = folder.says(0, &asked);
    assert!(
        said.contains("unreachable") && said.contains("the SMT solver confirms that there are no others"),
        "{said}"
    );
    solver(&folder, "sat");
    let said = folder.says(1, &[&asked[..], &["--smt", "./solver"]].concat());
    assert!(said.contains("not-found") && said.contains("could not confirm"), "{said}");
}

/// The language of SMT solvers has no remainder as C has it. What a solver makes up for it is no input that takes another path.
#[test]
fn what_the_solver_has_no_word_for_is_no_bug() {
    let folder = Folder::new("explore");
    let text = "#include <math.h>\n#include <stdio.h>\nint main(void) { int c = getchar();\n\
        if (c >= 0 && fmod(c, 3.0) >= 3) return 4;\nreturn 0; }\n";
    let done = folder.test(text, &["--stdin-max", "1", "--certify", "--cflags=-lm"]);
    assert!(
        done.stdout.contains("the SMT solver could not confirm that no input takes another path"),
        "{}",
        done.stdout
    );
    assert!(!done.stdout.contains("bug in symcrete"), "{}", done.stdout);
}
