//! Ctrl-C: what was found by then is there, whole; before the first run nothing is.

use crate::Folder;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Has far more paths than a test waits for.
const LONG: &str = "#include <stdio.h>\n#include <unistd.h>\nint main(void) { int n = 0, c;\n\
    usleep(2000);\n while ((c = getchar()) != EOF) if (c == 'a') n++; else if (c > 'x') n--;\n return n > 3; }\n";

#[test]
fn control_c_leaves_a_complete_result_folder() {
    let folder = Folder::new("explore");
    std::fs::write(folder.join("main.c"), LONG).expect("the temporary folder is writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
    command.args(["test", "main.c", "--quiet"]).current_dir(&folder).env("SYMCRETE_CACHE", folder.join("cache"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("symcrete starts");
    // The third test shows that the campaign is on its way.
    let third = folder.join("symcrete-out/main/tests/000003.json");
    while !third.exists() {
        assert_eq!(child.try_wait().expect("symcrete runs"), None, "it has paths without end");
        std::thread::sleep(Duration::from_millis(20));
    }
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill starts");
    assert!(signalled.success());
    let done = child.wait_with_output().expect("symcrete ends");
    let stdout = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(0), "{stdout}");
    assert!(stdout.contains("stopped: it was interrupted"), "{stdout}");
    let text = std::fs::read_to_string(folder.join("symcrete-out/main/report.json")).expect("the report is there");
    let report: serde_json::Value = serde_json::from_str(&text).expect("the report is whole");
    assert_eq!(report["stop_reason"], "interrupted");
    assert!(report["iterations"].as_u64() >= Some(3) && folder.n_tests() >= 3, "{report}");
}

/// A compiler that has begun when `compiling` is there, and that takes its time with a child of its own.
const SLOW: &str = "#!/bin/sh\ncase \"$*\" in\n*main.c*) sleep 1000 & echo $! > compiling.new && mv compiling.new compiling; wait;;\n\
    *) exec clang-19 \"$@\";;\nesac\n";

fn appears(path: &Path) {
    let begun = Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{} does not appear", path.display());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Asks `symcrete COMMAND` to end while its compiler is at work.
fn interrupt_compiler(command: &[&str], signal: &str) {
    let folder = Folder::new("explore");
    std::fs::write(folder.join("main.c"), LONG).expect("the temporary folder is writable");
    let clang = folder.join("clang");
    std::fs::write(&clang, SLOW).expect("the temporary folder is writable");
    std::fs::set_permissions(&clang, std::fs::Permissions::from_mode(0o755)).expect("the file is ours");
    let mut symcrete = Command::new(env!("CARGO_BIN_EXE_symcrete"));
    symcrete.args(command).current_dir(&folder).env("SYMCRETE_CLANG", &clang);
    let child = symcrete.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("symcrete starts");
    let compiling = folder.join("compiling");
    appears(&compiling);
    let asked = Instant::now();
    let signalled = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill starts");
    assert!(signalled.success());
    let done = child.wait_with_output().expect("symcrete ends");
    // Two seconds on a machine that is free.
    assert!(asked.elapsed() < Duration::from_secs(15), "it took {:?}", asked.elapsed());
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(130), "{said}");
    assert!(said.contains("symcrete: interrupted before the first run"), "{said}");
    assert!(!folder.join("symcrete-out").join("main").exists() && !folder.join("symcrete-out/main-reach").exists());
    let helper = std::fs::read_to_string(&compiling).expect("it was there").trim().to_string();
    // Killed, a process may still be seen for a moment.
    let state = || std::fs::read_to_string(format!("/proc/{helper}/stat")).unwrap_or_default();
    let is_gone = || state().is_empty() || state().contains(") Z");
    let killed = Instant::now();
    while !is_gone() && killed.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(is_gone(), "the compiler's child goes on: {}", state());
}

/// A first run that does not end, before `main` or in it, and reads nothing: there is nothing to keep.
#[test]
fn a_signal_in_a_first_run_that_hangs_is_told_as_it_is() {
    let hangs = "#include <unistd.h>\n#include <stdio.h>\nstatic void hang(void) { write(2, \"here\\n\", 5); for (;;) pause(); }\n";
    for body in [
        "int main(void) { hang(); return getchar(); }",
        "__attribute__((constructor)) static void early(void) { hang(); }\nint main(void) { return getchar(); }",
    ] {
        let folder = Folder::new("explore");
        folder.write("main.c", format!("{hangs}{body}\n"));
        let mut command = folder.command(&["test", "main.c", "--run-time", "100s", "--quiet"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("symcrete starts");
        appears(&folder.join("symcrete-out/main/program"));
        std::thread::sleep(Duration::from_secs(1));
        let asked = Instant::now();
        let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill starts");
        assert!(signalled.success());
        let done = child.wait_with_output().expect("symcrete ends");
        assert!(asked.elapsed() < Duration::from_secs(15), "it took {:?}", asked.elapsed());
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(130), "{said}");
        assert_eq!(
            said.lines().filter(|line| line.starts_with("symcrete: interrupted before the first run ended")).count(),
            1,
            "{said}"
        );
        assert!(!folder.join("symcrete-out/main").exists());
    }
}

#[test]
fn a_signal_ends_the_compiler_and_leaves_nothing() {
    interrupt_compiler(&["test", "main.c"], "-TERM");
    interrupt_compiler(&["reach", "main.c:4"], "-INT");
}
