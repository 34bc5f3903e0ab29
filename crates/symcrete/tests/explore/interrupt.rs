//! Ctrl-C: what was found by then is there, whole.

use crate::Folder;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Has far more paths than a test waits for.
const LONG: &str = "#include <stdio.h>\n#include <unistd.h>\nint main(void) { int n = 0, c;\n\
    usleep(2000);\n while ((c = getchar()) != EOF) if (c == 'a') n++; else if (c > 'x') n--;\n return n > 3; }\n";

#[test]
fn control_c_leaves_a_complete_result_folder() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("main.c"), LONG).expect("the temporary folder is writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
    command.args(["test", "main.c", "--quiet"]).current_dir(&folder.0).env("SYMCRETE_CACHE", folder.0.join("cache"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("symcrete starts");
    // The third test shows that the campaign is on its way.
    let third = folder.0.join("symcrete-out/main/tests/000003.json");
    while !third.exists() {
        assert_eq!(child.try_wait().expect("symcrete runs"), None, "it has paths without end");
        std::thread::sleep(Duration::from_millis(20));
    }
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill starts");
    assert!(signalled.success());
    let done = child.wait_with_output().expect("symcrete ends");
    let stdout = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(0), "{stdout}");
    assert!(stdout.contains("stopped by: interrupted"), "{stdout}");
    let text = std::fs::read_to_string(folder.0.join("symcrete-out/main/report.json")).expect("the report is there");
    let report: serde_json::Value = serde_json::from_str(&text).expect("the report is whole");
    assert_eq!(report["stop_reason"], "interrupted");
    assert!(report["iterations"].as_u64() >= Some(3) && folder.n_tests() >= 3, "{report}");
}
