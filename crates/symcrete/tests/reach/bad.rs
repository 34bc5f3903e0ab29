//! Bad targets get one sentence and the next step.

use super::{folder, symcrete, write};
use std::path::Path;

/// What is said, with the exit code.
fn said(args: &[&str], folder: &Path) -> (String, i32) {
    let done = symcrete(&[&["reach"], args].concat(), folder);
    (String::from_utf8_lossy(&done.stderr).into_owned(), done.status.code().expect("an exit code"))
}

fn check(args: &[&str], folder: &Path, parts: &[&str]) {
    let (text, code) = said(args, folder);
    assert_eq!(code, 2, "{args:?}: {text}");
    assert!(text.starts_with("symcrete: ") && text.trim_end().lines().count() == 1, "{args:?}: {text}");
    for part in parts {
        assert!(text.contains(part), "{args:?}: no {part:?} in: {text}");
    }
}

#[test]
fn targets_that_are_no_places() {
    let folder = folder("bad");
    std::fs::create_dir_all(folder.join("sub")).expect("a folder");
    write(
        &folder,
        "a.c",
        "int helper(int);\nextern int __VERIFIER_nondet_int(void);\n\n/* nothing\n   here */\nint main(void) {\n\
         int x = __VERIFIER_nondet_int();\n    return helper(x);\n}\n#if 0\nint gone(void) { return 1; }\n#endif\n",
    );
    write(&folder, "sub/b.c", "int helper(int x) {\n    return x == 5;\n}\n");
    write(&folder, "b.c", "int other(int x) {\n    return x + 1;\n}\n");
    let files = ["a.c", "b.c", "sub/b.c"];
    let with = |target: &'static str| [&[target][..], &files[..]].concat();
    check(&with("a.c:4"), &folder, &["a.c:4 has no code", "a.c:6"]);
    check(&with("a.c:11"), &folder, &["a.c:11 has no code", "a.c:8"]);
    check(&with("c.c:4"), &folder, &["c.c is not a source file of the program", "a.c"]);
    check(&with("b.c:2"), &folder, &["b.c is ambiguous", "sub/b.c", "write more of the path"]);
    check(&[&["--function", "gone"][..], &files[..]].concat(), &folder, &["no function gone"]);
    check(&["a.c"], &folder, &["FILE:LINE"]);
    check(&with("a.c:0"), &folder, &["a.c:0 is no place of a program: its first line is 1"]);
    check(&[&["--crash", "a.c:0"][..], &files[..]].concat(), &folder, &["its first line is 1"]);
    check(&["nowhere.c:3"], &folder, &["nowhere.c", "no such file"]);
}

#[test]
fn what_does_not_compile() {
    let folder = folder("broken");
    write(&folder, "a.c", "int main(void) { return x; }\n");
    let (text, code) = said(&["a.c:1"], &folder);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("undeclared"), "{text}");
}
