//! What the machine refuses is not wrong usage: the sentence names the file and what to do, and the exit code is its own.

use super::folder::{Done, Folder, finish};

/// The exit code for what the machine refuses.
const MACHINE: Option<i32> = Some(74);

/// A program that reads a byte.
const PROGRAM: &str = "#include <stdio.h>\nint main(void) { return getchar() == 120 ? 3 : 0; }\n";

/// Was this said, as a sentence of ours?
fn says(done: &Done, parts: &[&str]) -> bool {
    done.stderr.lines().any(|line| line.starts_with("symcrete: ") && parts.iter().all(|part| line.contains(part)))
}

#[test]
fn a_full_disk_is_said_and_has_its_code() {
    let folder = Folder::new("bad-input");
    folder.program(PROGRAM);
    std::fs::create_dir(folder.join("out")).expect("a folder");
    // What is written to this device never fits.
    let report = folder.join("out/report.json.part");
    std::os::unix::fs::symlink("/dev/full", report).expect("a link");
    let done = finish(&mut folder.command(&["test", "./main", "-o", "out", "--force", "--quiet"]));
    assert_eq!(done.code, MACHINE, "{}", done.stderr);
    assert!(says(&done, &["/out: No space left on device", "free some space"]), "{}", done.stderr);
    let done = finish(&mut folder.command(&["bench", "--generate", "--lines", "30", "-o", "/dev/full"]));
    assert_eq!(done.code, MACHINE, "{}", done.stderr);
    assert!(says(&done, &["/dev/full: No space left on device"]), "{}", done.stderr);
}

#[test]
fn a_folder_that_nobody_may_write_is_said_and_has_its_code() {
    let folder = Folder::new("bad-input");
    folder.program(PROGRAM);
    // Not even root makes folders there.
    let done = finish(&mut folder.command(&["test", "./main", "-o", "/sys/symcrete-out", "--quiet"]));
    assert_eq!(done.code, MACHINE, "{}", done.stderr);
    assert!(says(&done, &["/sys/symcrete-out: ", "choose another"]), "{}", done.stderr);
    let done = finish(&mut folder.command(&["test", "./main", "-o", "main/out", "--quiet"]));
    assert_eq!(done.code, Some(2), "a file where a folder should be is a wrong name: {}", done.stderr);
}

#[test]
fn a_damaged_test_is_told_from_the_wrong_file() {
    let folder = Folder::new("bad-input");
    folder.program(PROGRAM);
    let done = finish(&mut folder.command(&["test", "./main", "-o", "out", "--quiet"]));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    folder.write("out/tests/000001.json", "{\"version\": ");
    folder.write("list.json", "[]");
    let done = finish(&mut folder.command(&["replay", "out/tests/000001"]));
    assert_eq!(done.code, MACHINE, "{}", done.stderr);
    assert!(says(&done, &["out/tests/000001.json: this is not a test"]), "{}", done.stderr);
    let done = finish(&mut folder.command(&["replay", "list.json"]));
    assert_eq!(done.code, Some(2), "{}", done.stderr);
}
