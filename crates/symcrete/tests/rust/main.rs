//! `cargo symcrete` on small crates: what must come out of each stands in its comments.
//!
//! ```text
//! // test: bounds::pick --elements 3     arguments of `cargo symcrete test`
//! // exit: 1                             its exit code
//! // says: index out of bounds           a part of what it prints; may be repeated
//! // findings: 1                         how many
//! // branches: 2 of 2                    as the summary counts them
//! // in release: findings: 0             the same at the release profile, where it is another: all lines of this kind count instead of those above
//! // default                             is explored by default; the others, and all at the release profile, with SLOW=1
//! ```
//!
//! All share one object cache, since the standard library takes most of a minute to instrument. `CASE=bounds` takes those whose names contain it.

mod coverage;
#[path = "../folder/mod.rs"]
mod folder;
mod fuzz;
mod packages;
mod proofs;

use folder::Folder;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard};

/// One test after the other: the first fills the cache that the others use.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(|failed| failed.into_inner())
}

/// `cargo symcrete ARGS` in a folder.
fn cargo(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-symcrete"));
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-cache");
    command.arg("symcrete").args(args).current_dir(folder).env("SYMCRETE_CACHE", cache);
    // Some have it set, and branches must be the same for them.
    command.env("CARGO_INCREMENTAL", "1");
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").output().expect("cargo-symcrete starts")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// `cargo symcrete ARGS`, which must end with this code; what it printed.
fn says(folder: &Path, code: i32, args: &[&str]) -> String {
    let output = cargo(folder, args);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(code), "cargo symcrete {args:?}: {text}");
    text
}

fn is_slow() -> bool {
    std::env::var("SLOW").is_ok_and(|slow| slow == "1")
}

/// The crate of cases, copied.
fn cases(name: &str) -> Folder {
    copied(name, "rust")
}

/// A crate of `subjects`, copied.
fn copied(name: &str, subject: &str) -> Folder {
    let folder = Folder::new(name);
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(subject);
    for file in files(&from) {
        let inside = file.strip_prefix(&from).expect("below it").to_str().expect("a name").to_string();
        folder.write(&inside, std::fs::read(&file).expect("read"));
    }
    folder
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    all.sort();
    all
}

/// What a case must do.
#[derive(Debug, Default)]
struct Case {
    test: Vec<String>,
    exit: i32,
    says: Vec<String>,
    is_default: bool,
}

/// Before what holds at the release profile.
const RELEASE: &str = "in release: ";

impl Case {
    /// What the head of a file says, at the release profile or at our own.
    fn read(text: &str, is_release: bool) -> Option<Case> {
        let heads = text.lines().filter_map(|line| line.strip_prefix("// "));
        let split = |line| -> (&str, &str) { str::split_once(line, ": ").unwrap_or((line, "")) };
        let (released, always): (Vec<&str>, Vec<&str>) = heads.partition(|line| line.starts_with(RELEASE));
        let released: Vec<(&str, &str)> = released.iter().map(|line| split(&line[RELEASE.len()..])).collect();
        let is_other = |key: &str| is_release && released.iter().any(|(other, _)| *other == key);
        let mut lines: Vec<(&str, &str)> = always.into_iter().map(split).filter(|(key, _)| !is_other(key)).collect();
        lines.extend(released.iter().filter(|_| is_release));
        let mut case = Case::default();
        for (key, value) in lines {
            match (key, value) {
                ("test", args) => case.test = args.split(' ').map(String::from).collect(),
                ("exit", code) => case.exit = code.parse().expect("a code"),
                ("says", part) => case.says.push(part.into()),
                ("findings", n) => case.says.push(format!("findings: {n}\n")),
                ("branches", n) => case.says.push(format!("branches: {n} covered")),
                ("default", "") => case.is_default = true,
                _ => {}
            }
        }
        (!case.test.is_empty()).then_some(case)
    }

    fn run(&self, folder: &Path, more: &[&str]) -> Result<(), String> {
        let mut args = vec!["test", "--force", "--quiet"];
        if !self.test.iter().any(|arg| arg == "--time") {
            args.extend(["--time", "60s"]);
        }
        args.extend(self.test.iter().map(String::as_str).chain(more.iter().copied()));
        let output = cargo(folder, &args);
        let text = text(&output);
        let missing: Vec<&String> = self.says.iter().filter(|part| !text.contains(part.as_str())).collect();
        match output.status.code() == Some(self.exit) && missing.is_empty() {
            true => Ok(()),
            false => Err(format!("{args:?}: exit {:?}, without {missing:?}\n{text}", output.status.code())),
        }
    }
}

#[test]
fn every_case_comes_out_as_it_says() {
    let _turn = turn();
    let folder = cases("rust-cases");
    let wanted = std::env::var("CASE").unwrap_or_default();
    let mut failed = Vec::new();
    for file in files(&folder.join("src")) {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("read");
        let Some(case) = Case::read(&text, false) else { continue };
        let is_meant = if wanted.is_empty() { case.is_default || is_slow() } else { name.contains(&wanted) };
        if is_meant {
            failed.extend(case.run(&folder, &[]).err());
        }
        let released = Case::read(&text, true).filter(|_| is_meant && is_slow());
        failed.extend(released.and_then(|case| case.run(&folder, &["--release"]).err()));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

const PROGRAM: &str = "use std::io::Read;
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect(\"a text\");
    match text.strip_prefix(\"key:\") {
        Some(\"\") => std::process::exit(3),
        Some(rest) if rest.len() == 2 => panic!(\"no room for {rest}\"),
        Some(_) | None => println!(\"fine\"),
    }
}
";

fn package(folder: &Folder, name: &str, more: &str) {
    folder.write(
        "Cargo.toml",
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n{more}\n[workspace]\n"),
    );
}

#[test]
fn a_program_panics_and_the_finding_says_where() {
    let _turn = turn();
    let folder = Folder::new("rust-program");
    package(&folder, "tool", "");
    folder.write("src/main.rs", PROGRAM);
    let text = says(&folder, 1, &["test", "--time", "60s", "--iterations", "2000", "-o", "out", "--quiet"]);
    assert!(text.contains("finding: panic at ") && text.contains("src/main.rs:7"), "{text}");
    assert!(text.contains("It says: no room for "), "{text}");
    assert!(text.contains("in tool::main"), "{text}");
}

#[test]
fn wrong_usage_is_told_in_a_sentence() {
    let _turn = turn();
    let folder = Folder::new("rust-usage");
    says(&folder, 2, &["test"]);
    package(&folder, "empty", "");
    folder.write("src/lib.rs", "pub fn wide<T>(t: T) -> T { t }\npub fn open(f: std::fs::File) { drop(f) }\n");
    for (args, part) in [
        (&["test"][..], "name a function to test"),
        (&["test", "nothing"], "there is no program, fuzz target, proof or function nothing"),
        (&["test", "wide"], "it is generic"),
        (&["test", "open"], "is not defined in this crate"),
        (&["test", "-p", "other"], "no package other"),
        (&["reach", "lib.rs"], "FILE:LINE"),
    ] {
        let text = says(&folder, 2, args);
        assert!(text.contains(part) && text.contains("symcrete: "), "{args:?}: {text}");
    }
    package(&folder, "empty", "[lib]\nproc-macro = true\n");
    assert!(says(&folder, 2, &["test"]).contains("procedural macros"));
    package(&folder, "broken", "");
    folder.write("src/main.rs", "fn main() { let x: u8 = \"\"; }\n");
    assert!(says(&folder, 3, &["test"]).contains("mismatched types"));
}

#[test]
fn exported_tests_compile_and_pass() {
    let _turn = turn();
    let folder = cases("rust-export");
    says(&folder, 1, &["test", "bounds::pick", "--time", "60s", "--iterations", "60", "--quiet"]);
    folder.says(0, &["export", "--to", "rust", "symcrete-out/bounds::pick", "-o", "tests"]);
    let text = std::fs::read_to_string(folder.join("tests/symcrete_bounds__pick.rs")).expect("written");
    assert!(text.contains("#[should_panic(expected = \"index out of bounds"), "{text}");
    assert!(text.contains("assert_eq!(cases::bounds::pick(0usize, true), 3usize);"), "{text}");
    assert!(!text.contains("is_done_alone"), "{text}");
    // What a call leaves behind, the next one finds: each has a process of its own.
    folder.write("src/bounds.rs", &(read(&folder, "src/bounds.rs") + KEPT));
    says(&folder, 1, &["test", "bounds::first", "--time", "60s", "--iterations", "60", "--quiet"]);
    folder.says(0, &["export", "--to", "rust", "symcrete-out/bounds::first", "-o", "tests"]);
    assert!(read(&folder, "tests/symcrete_bounds__first.rs").contains("if is_done_alone("));
    let tested = Command::new("cargo").args(["test", "--tests"]).current_dir(&*folder).output().expect("cargo starts");
    assert!(tested.status.success(), "{}", self::text(&tested));
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).expect("a file")
}

/// A function that keeps what it was first called with.
const KEPT: &str = r#"
static FIRST: std::sync::OnceLock<u8> = std::sync::OnceLock::new();

pub fn first(x: u8) -> u8 {
    match *FIRST.get_or_init(|| x) {
        3 => panic!("three"),
        200.. => 1,
        _ => 2,
    }
}
"#;
