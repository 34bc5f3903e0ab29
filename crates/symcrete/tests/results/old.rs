//! A result folder that version 0.1 wrote still opens: its tests replay, its report is shown, and it can be exported.
//!
//! `version-0.1/` is such a folder without its programs, which are built anew, and with `@FOLDER@` where it lay.

use super::folder::{Folder, text};
use std::path::Path;

/// The stored folder, as if it had been written where the test runs.
fn stored() -> Folder {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/results/version-0.1");
    let source = std::fs::read_to_string(from.join("ledger.c")).expect("the stored folder is here");
    let folder = Folder::with("");
    std::fs::write(folder.join("ledger.c"), source).expect("writable");
    copy(&from.join("out"), &folder.join("out"), &folder.display().to_string());
    folder.says(0, &["cc", "-g", "ledger.c", "-o", "out/program"]);
    folder
}

fn copy(from: &Path, to: &Path, place: &str) {
    std::fs::create_dir_all(to).expect("writable");
    for entry in std::fs::read_dir(from).expect("readable").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to, place);
        } else {
            let bytes = std::fs::read(&from).expect("readable");
            let text = String::from_utf8(bytes.clone()).map(|text| text.replace("@FOLDER@", place).into_bytes());
            std::fs::write(&to, text.unwrap_or(bytes)).expect("writable");
        }
    }
}

#[test]
fn its_tests_replay() {
    let folder = stored();
    let crash = folder.symcrete(&["replay", "out/tests/000007"]);
    assert!(crash.status.code() == Some(1) && text(&crash).contains("SIGABRT"), "{}", text(&crash));
    let smallest = folder.symcrete(&["replay", "out/findings/001/input"]);
    assert!(text(&smallest).contains("SIGABRT"), "{}", text(&smallest));
    folder.says(0, &["replay", "out/tests/000001"]);
}

#[test]
fn its_report_is_shown_and_explained() {
    let folder = stored();
    folder.says(0, &["report", "out"]);
    let page = std::fs::read_to_string(folder.join("out/report/index.html")).expect("the report");
    assert!(page.contains("SIGABRT") && page.contains("ledger.c"), "the finding is on the page");
    let said = folder.says(0, &["explain", "ledger.c:12", "out"]);
    assert!(said.contains("how many arguments"), "{said}");
    let uncovered = folder.symcrete(&["reach", "--uncovered", "out", "ledger.c", "--arg", "2", "-o", "reached"]);
    assert!(uncovered.status.code().is_some_and(|code| code < 2), "{}", text(&uncovered));
}

#[test]
fn it_can_be_exported() {
    let folder = stored();
    for format in ["c", "junit", "sarif", "ktest", "afl"] {
        folder.says(0, &["export", "--to", format, "out", "-o", format]);
        assert!(folder.join(format).exists(), "{format}");
    }
    folder.says(0, &["minimize", "out", "-o", "fewer"]);
}
