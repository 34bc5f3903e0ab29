//! Programs and surroundings that make trouble: each ends with a clear sentence and the documented exit code, and nothing
//! that was found is lost.

use super::Folder;
use std::io::Read;
use std::process::{Command, Stdio};

const ASKS: &str = "int __VERIFIER_nondet_int(void);";

#[test]
fn a_program_that_always_crashes_is_one_finding() {
    let folder = Folder::new("explore");
    let text = format!(
        "{ASKS}\nint main(void) {{ if (__VERIFIER_nondet_int() > 3) *(volatile int *)0 = 1;\n  __builtin_trap(); }}"
    );
    let done = folder.test(&text, &["--iterations", "20"]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("findings: 2"), "both places are found: {}", done.stdout);
    assert_eq!(folder.n_tests(), 2);
}

/// A program that hangs on many inputs: those cost little beside the full limit, and what others reach is found.
#[test]
fn hanging_inputs_do_not_eat_the_campaign() {
    let folder = Folder::new("explore");
    let done = folder.test(JUMPS, &["--stdin", "6", "--iterations", "25"]);
    assert_eq!(done.code, Some(1), "{}", done.stdout);
    assert!(done.stdout.contains("finding: time limit"), "{}", done.stdout);
    assert!(done.stdout.contains("branches: 10 of 10 covered"), "{}", done.stdout);
}

/// A loop with jumps, which may be endless.
const JUMPS: &str = r#"
#include <stdio.h>
int main(void) {
  unsigned char code[6];
  if (fread(code, 1, 6, stdin) != 6) return 1;
  for (unsigned at = 0, n = 0; at < 6; at++) {
    if (code[at] == 'j') at = code[(at + 1) % 6] % 6 - 1u;
    else if (code[at] == '+') n++;
    if (n == 2) return 2;
  }
  return 0;
}"#;

#[test]
fn a_program_that_always_hangs_ends_and_says_so() {
    let folder = Folder::new("explore");
    let text = format!(
        "{ASKS}\nint main(void) {{ volatile int x = __VERIFIER_nondet_int(); if (x == 7) x = 0; for (;;) x++; }}"
    );
    let done = folder.test(&text, &["--iterations", "2", "--run-time", "0.2"]);
    assert!(done.code.is_some_and(|code| code < 2), "{}{}", done.stdout, done.stderr);
    assert!(!done.stdout.contains("every feasible path"), "{}", done.stdout);
    assert_eq!(folder.n_tests(), 2, "what was tried is kept: {}", done.stdout);
}

#[test]
fn a_program_without_branches_is_explored_by_one_run() {
    let folder = Folder::new("explore");
    let done = folder.test(&format!("{ASKS}\nint main(void) {{ return __VERIFIER_nondet_int() & 1; }}"), &[]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("branches: 0 of 0"), "{}", done.stdout);
}

#[test]
fn folders_that_cannot_be_used_are_named() {
    let folder = Folder::new("explore");
    let text = format!("{ASKS}\nint main(void) {{ return __VERIFIER_nondet_int() > 4; }}");
    std::fs::write(folder.join("file"), "").expect("the temporary folder is writable");
    let done = folder.test(&text, &["-o", "file/below"]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("file/below"), "{}", done.stderr);
    std::fs::create_dir(folder.join("none")).expect("the temporary folder is writable");
    let done = folder.test(&text, &["--seeds", "none"]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("no files to start from"), "{}", done.stderr);
    let done = folder.done(&["test", "absent.c"]);
    assert!(done.code.is_some_and(|code| code == 2 || code == 3), "{}", done.stderr);
    assert!(done.stderr.contains("absent.c"), "{}", done.stderr);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let folder = Folder::new("explore");
    let text = format!("{ASKS}\nint main(void) {{ return __VERIFIER_nondet_int() > 4; }}");
    let done = folder.test(&text, &[]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    for args in [
        &["replay", "symcrete-out/main/tests/000001", "--trace"][..],
        &["run", "symcrete-out/main/program", "--counts"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_symcrete"))
            .args(args)
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("symcrete starts");
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
        child.wait().expect("it ends");
        assert!(!said.contains("panicked"), "{args:?}: {said}");
    }
}

#[test]
fn a_replay_shows_the_branches_of_a_test() {
    let folder = Folder::new("explore");
    let text = format!("{ASKS}\nint main(void) {{ return __VERIFIER_nondet_int() == 4 ? 0 : 3; }}");
    let done = folder.test(&text, &[]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    let done = folder.done(&["replay", "symcrete-out/main/tests/000002", "--trace"]);
    assert!(done.stdout.contains("main.c:2:"), "{}", done.stdout);
    assert!(done.stdout.contains("outcome: exit 0"), "{}", done.stdout);
}

/// A program that starts slowly: what to allow more of is said, whichever limit it met.
#[test]
fn a_slow_start_is_told_with_the_limit_to_raise() {
    let folder = Folder::new("explore");
    let text = "#include <stdio.h>\n#include <unistd.h>\nint main(void) { sleep(7); return getchar() == 'x'; }\n";
    let done = folder.test(text, &["--time", "2s"]);
    assert_eq!(done.code, Some(2), "{}{}", done.stdout, done.stderr);
    assert!(
        done.stderr.contains("--time was over before the first run read any input: give the campaign more"),
        "{}",
        done.stderr
    );
    let done = folder.test(text, &["--force", "--time", "20s", "--run-time", "1s"]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("finding: time limit"), "{}", done.stdout);
    let said = "no run read any input within 1s: if the program starts slowly, allow more with --run-time";
    assert!(done.stderr.contains(said), "{}{}", done.stdout, done.stderr);
}

/// Runs that take many times as long as others are not worth waiting for as long as there is something else to try; then they are.
#[test]
fn slow_runs_are_waited_for_when_nothing_else_is_left() {
    let folder = Folder::new("explore");
    let text = "#include <stdio.h>\n#include <time.h>\nint main(void) {\n  int c = getchar(), d = getchar();\n\
        if (c == 'z') {\n    struct timespec rest = {1, 500000000};\n    nanosleep(&rest, 0);\n    if (d == 'q') return 3;\n  }\n  return 0;\n}\n";
    let done = folder.test(text, &["--time", "30s"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("branches: 4 of 4 covered"), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("every feasible path was explored"), "{}{}", done.stdout, done.stderr);
}

/// The time of a campaign is that of a constructor, too.
#[test]
fn a_constructor_that_takes_long_is_not_waited_for_beyond_the_time() {
    let folder = Folder::new("explore");
    let text = "#include <stdio.h>\n#include <unistd.h>\n__attribute__((constructor)) static void slow(void) { sleep(60); }\n\
        int main(void) { return getchar() == 'x'; }\n";
    let begun = std::time::Instant::now();
    let done = folder.test(text, &["--time", "1s", "--run-time", "50s"]);
    assert_eq!(done.code, Some(2), "{}{}", done.stdout, done.stderr);
    assert!(done.stderr.contains("did not come to main in time"), "{}", done.stderr);
    assert!(begun.elapsed().as_secs() < 40, "{:?}", begun.elapsed());
    assert!(!folder.join("symcrete-out/main").exists());
}

#[test]
fn what_cannot_begin_leaves_no_folder() {
    let folder = Folder::new("explore");
    let text = "int main(int n, char **v) { return n > 1 && v[1][0] == 'z'; }\n";
    let done = folder.test(text, &["--arg", "2000000"]);
    assert_eq!(done.code, Some(2), "{}{}", done.stdout, done.stderr);
    assert!(done.stderr.contains("ask for fewer or smaller ones"), "{}", done.stderr);
    let done = folder.done(&["reach", "main.c:1", "--arg", "2000000"]);
    assert_eq!(done.code, Some(2), "{}{}", done.stdout, done.stderr);
    assert!(!folder.join("symcrete-out/main").exists() && !folder.join("symcrete-out/main-reach").exists());
    // Compilers name places with a column.
    let done = folder.done(&["reach", "main.c:1:28", "--arg", "2"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.starts_with("main.c:1: reached"), "{}", done.stdout);
    std::fs::create_dir(folder.join("folder.c")).expect("the temporary folder is writable");
    let done = folder.done(&["test", "folder.c"]);
    assert_eq!(done.code, Some(2), "{}{}", done.stdout, done.stderr);
    assert_eq!(
        done.stderr,
        "symcrete: folder.c: is a folder: name the sources in it, or one program built by `symcrete cc`\n"
    );
}

/// A program that reads its input by ways that nobody follows: the call is named.
#[test]
fn a_reader_that_is_not_followed_is_named() {
    let folder = Folder::new("explore");
    let cases = [
        ("stdio.h", "FILE *f = popen(\"cat\", \"r\"); return fgetc(f) == 'x';", "main.c:2: popen starts a thread"),
        ("wchar.h", "return getwchar() == L'x';", "main.c:2: getwchar is unknown to symcrete"),
    ];
    for (header, body, said) in cases {
        let done = folder.test(&format!("#include <{header}>\nint main(void) {{ {body} }}\n"), &["--force"]);
        assert_eq!(done.code, Some(2), "{}{}", done.stdout, done.stderr);
        assert!(done.stderr.contains(&format!("no symbolic input reached the program: {said}")), "{}", done.stderr);
        assert!(done.stderr.contains("give a limit with --time or --iterations"), "{}", done.stderr);
    }
}

#[test]
fn results_need_a_folder_whose_name_can_be_written_down() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("explore");
    folder.write("main.c", "int main(void) { return 0; }\n");
    folder.write("notes", "mine\n");
    let strange = std::ffi::OsStr::from_bytes(b"n\xff");
    for (name, sentence) in [
        ("notes".as_ref(), "is a file, and results need a folder"),
        (strange, "the name of a result folder must be UTF-8"),
    ] {
        let done = folder.command(&["test", "main.c", "--force", "-o"]).arg(name).output().expect("symcrete starts");
        assert_eq!(done.status.code(), Some(2), "{done:?}");
        assert!(String::from_utf8_lossy(&done.stderr).contains(sentence), "{done:?}");
    }
    assert_eq!(std::fs::read(folder.join("notes")).expect("it is there"), b"mine\n");
    assert!(!folder.join(strange).exists());
}
