//! `minimize`, `explain`, `doctor`.

use crate::folder::{Folder, tests};

/// Many paths through few branches, one impossible branch, one crash.
const PROGRAM: &str = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    unsigned char b[4] = {0};\n    int n = 0;\n\
    if (fread(b, 1, 4, stdin) != 4) return 9;\n    for (int i = 0; i < 4; i++)\n        if (b[i] > 100) n++;\n\
    if (b[0] > 10 && b[0] < 5) return 8;\n    if (b[0] == 7 && b[1] == 9 && n == 1) abort();\n    return n;\n}\n";

#[test]
fn a_smaller_suite_covers_the_same() {
    let folder = Folder::new(PROGRAM);
    folder.says(1, &["test", "unit.c", "-o", "out", "--quiet", "--stdin", "4"]);
    let said = folder.says(0, &["minimize", "out", "-o", "small"]);
    let (before, after) = (tests(&folder.0.join("out")), tests(&folder.0.join("small")));
    assert!(after.len() * 3 < before.len() && !after.is_empty(), "{} of {}", after.len(), before.len());
    assert!(said.starts_with(&format!("kept {} of {} tests", after.len(), before.len())), "{said}");
    // The same branches, by lcov's count of the smaller folder.
    for name in ["out", "small"] {
        folder.says(0, &["export", "--to", "lcov", name, "-o", &format!("lcov-{name}")]);
    }
    let hit = |name: &str| {
        let text = std::fs::read_to_string(folder.0.join(format!("lcov-{name}/coverage.info"))).expect("exported");
        text.lines().filter(|line| line.starts_with("BRH:")).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(hit("out"), hit("small"));
    let replayed: Vec<String> = after.iter().map(|test| format!("small/tests/{test}")).collect();
    let codes = replayed.iter().map(|test| folder.symcrete(&["replay", test]).status.code());
    assert_eq!(codes.filter(|code| *code == Some(1)).count(), 1, "the crash was kept");
    let again = folder.says(2, &["minimize", "out", "-o", "small"]);
    assert!(again.contains("exists already"), "{again}");
}

#[test]
fn a_line_is_explained() {
    let folder = Folder::new(PROGRAM);
    folder.says(1, &["test", "unit.c", "-o", "out", "--quiet", "--stdin", "4"]);
    let said = folder.says(0, &["explain", "unit.c:9", "out"]);
    assert!(said.starts_with("unit.c:9: if (b[0] > 10 && b[0] < 5) return 8;\n"), "{said}");
    assert_eq!(said.matches(": covered").count(), 3, "{said}");
    assert!(said.lines().any(|line| line.starts_with("column 23 true: ") && !line.ends_with(": covered")), "{said}");
    let none = folder.says(2, &["explain", "unit.c:1", "out"]);
    assert!(none.contains("the nearest one is at line 6"), "{none}");
    assert!(folder.says(2, &["explain", "other.c:1", "out"]).contains("no file of the program"));
    assert!(folder.says(2, &["explain", "unit.c", "out"]).contains("FILE:LINE"));
}

#[test]
fn the_doctor_finds_this_machine_well() {
    let folder = Folder::new("");
    let said = folder.says(0, &["doctor"]);
    assert!(said.contains("clang: ") && said.contains("runs per second"), "{said}");
    let done = folder.command(&["doctor"]).env("SYMCRETE_CLANG", "/nowhere/clang").output().expect("symcrete starts");
    assert_eq!(done.status.code(), Some(2));
    let said = crate::folder::text(&done);
    assert!(said.contains("MISSING  clang: clang was not found: install it with"), "{said}");
}
