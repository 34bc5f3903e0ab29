//! Seeded bugs, thirty and more: each is found, as one finding whose input replays on the plain program, and gone where it is repaired.
//!
//! A program's first lines say what must come out: `// finding: TEXT` is part of the only finding, `// args: …` are further
//! arguments of `symcrete test`. With `FIXED` defined the program has no bug.

#[path = "../machine/mod.rs"]
mod machine;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

/// Programs at the same time: more than processors, since those that hang wait.
const WORKERS: usize = 3;

/// Runs `symcrete` in a folder.
fn symcrete(folder: &Path, args: &[&str]) -> Output {
    let cache = std::env::temp_dir().join(format!("symcrete-bugs-cache-{}", std::process::id()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
    command.args(args).current_dir(folder).env("SYMCRETE_CACHE", cache).output().expect("symcrete starts")
}

/// A line `// KEY: VALUE` of a program's head.
fn head<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let start = format!("// {key}: ");
    text.lines().take(3).find_map(|line| line.strip_prefix(&start))
}

/// What is wrong with one program; empty when all is as it should be.
fn check(file: &Path) -> Vec<String> {
    let name = file.file_stem().and_then(|name| name.to_str()).expect("a plain name").to_string();
    let text = std::fs::read_to_string(file).expect("readable");
    let folder = std::env::temp_dir().join(format!("symcrete-bugs-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("writable");
    std::fs::write(folder.join("buggy.c"), &text).expect("writable");
    std::fs::write(folder.join("fixed.c"), format!("#define FIXED\n{text}")).expect("writable");
    let more: Vec<&str> = head(&text, "args").into_iter().flat_map(str::split_whitespace).collect();
    let run = |unit: &str, out: &str| {
        let args = ["test", unit, "-o", out, "--quiet", "--stdin", "4", "--time", "60"];
        symcrete(&folder, &[&args[..], &more].concat())
    };
    let mut wrong = Vec::new();
    let done = run("buggy.c", "buggy");
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    let expected = head(&text, "finding").expect("a program says what must be found");
    if done.status.code() != Some(1) || said.matches("finding: ").count() != 1 || !said.contains(expected) {
        wrong.push(format!("{name}: one finding {expected:?} was expected: {said}"));
    } else if symcrete(&folder, &["replay", "buggy/findings/001/input"]).status.code() != Some(1) {
        wrong.push(format!("{name}: the input of the finding does not replay"));
    }
    let done = run("fixed.c", "fixed");
    if done.status.code() != Some(0) {
        wrong.push(format!(
            "{name}: repaired, it still ends with {:?}: {}",
            done.status.code(),
            String::from_utf8_lossy(&done.stdout)
        ));
    }
    let _ = std::fs::remove_dir_all(&folder);
    wrong
}

#[test]
fn every_seeded_bug_is_found_once_and_no_repaired_program_has_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bugs");
    let entries = std::fs::read_dir(folder).expect("the programs").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|ending| ending == "c")).collect();
    files.sort();
    assert_eq!(files.len(), 42);
    // Each program is built and explored twice; by default every third one is, all of them with SLOW=1.
    if !machine::is_slow() {
        files = files.into_iter().step_by(3).collect();
    }
    // From one queue, so that no worker is left with all that hang.
    let queue = Mutex::new(files.into_iter());
    let next = || queue.lock().expect("no worker panics with it").next();
    let check_all = || std::iter::from_fn(next).flat_map(|file| check(&file)).collect::<Vec<String>>();
    let wrong = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(check_all)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a check ends")).collect::<Vec<String>>()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
