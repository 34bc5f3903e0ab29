//! What a campaign shows while it runs: lines in place on a terminal, none of their control characters elsewhere.

use crate::folder::Folder;
use std::process::Command;

/// A program with more paths than anybody explores in the time of a test.
const PROGRAM: &str = "#include <stdio.h>\n\
    int main(void) { int c, n = 0; while ((c = getchar()) != EOF) { if (c == 'a') n++; if (c > 'k') n += 2; } return n > 9; }\n";

#[test]
fn a_terminal_shows_lines_in_place() {
    let folder = Folder::with(PROGRAM);
    let symcrete = env!("CARGO_BIN_EXE_symcrete");
    let command = format!("{symcrete} test unit.c --time 2 -o out 2>&1");
    let shown = Command::new("script")
        .args(["-q", "-e", "-c", &command, "/dev/null"])
        .current_dir(&*folder)
        .env("SYMCRETE_CACHE", folder.join("cache"))
        .stdin(std::process::Stdio::null())
        .output()
        .expect("script (Debian's bsdutils) starts");
    let text = String::from_utf8_lossy(&shown.stdout);
    assert_eq!(shown.status.code(), Some(0), "{text}");
    for part in [
        "testing   unit,",
        "coverage  ",
        " of 6 branches",
        "runs      ",
        "solver    ",
        "strategy  portfolio",
        "findings  0",
    ] {
        assert!(text.contains(part), "{part:?} is missing in {text}");
    }
    // The lines are drawn over themselves, and taken away before the last ones are printed.
    let end = text.rfind("\x1b[6A\r\x1b[J").expect("the lines are taken away");
    assert!(
        text[end..].contains("stopped: the time limit was reached") && !text[end..].contains("coverage  "),
        "{text}"
    );
}

#[test]
fn a_log_has_plain_lines_only() {
    let folder = Folder::with(PROGRAM);
    let done = folder.symcrete(&["test", "unit.c", "--iterations", "200", "-o", "out"]);
    let said = crate::folder::text(&done);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(!said.contains('\x1b') && !said.contains('\r'), "{said:?}");
}
