//! `symcrete reach`: verdicts, their evidence, and what is said about bad targets.

mod addresses;
mod bad;
mod blind;
mod doubt;
mod flags;
mod inputs;
mod library;
mod outside;
mod published;
mod random;
mod schema;
mod sound;
mod tools;
mod walk;
mod ways;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn subject(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(name).canonicalize().expect("a subject")
}

/// A folder of its own for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reach").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    folder
}

fn symcrete(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_symcrete")).args(args).current_dir(folder).output().expect("symcrete starts")
}

/// Compiles a source to `folder/prog`.
fn compile(source: &Path, flags: &[&str], folder: &Path) {
    let source = source.to_str().expect("a plain path");
    let done = symcrete(&[&["cc", source, "-o", "prog", "-lm"], flags].concat(), folder);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// The lines of a source that hold a mark.
fn lines_with(source: &Path, mark: &str) -> Vec<u32> {
    let text = std::fs::read_to_string(source).expect("a readable source");
    let marked = text.lines().enumerate().filter(|(_, line)| line.contains(mark));
    marked.map(|(number, _)| number as u32 + 1).collect()
}

/// The answers of `symcrete reach … --format json`, and the exit code.
fn reach(args: &[&str], folder: &Path) -> (Vec<Value>, i32) {
    let done = symcrete(&[&["reach", "--format", "json", "--force", "-o", "out"], args].concat(), folder);
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let document: Value = serde_json::from_str(&text)
        .unwrap_or_else(|why| panic!("{why}: {text}{}", String::from_utf8_lossy(&done.stderr)));
    assert_eq!(document["version"], 1);
    let code = done.status.code().expect("an exit code");
    (document["targets"].as_array().expect("a list of targets").clone(), code)
}

/// Reaches one target of a program, and replays the witness.
fn reached(target: &str, program: &str, args: &[&str], folder: &Path) -> Value {
    let (answers, code) = reach(&[&[target, program], args].concat(), folder);
    assert_eq!((answers[0]["verdict"].as_str(), code), (Some("reached"), 0), "{target}: {answers:?}");
    let test = answers[0]["test"].as_str().expect("a witness");
    let replayed = symcrete(&["replay", test], folder);
    assert!(replayed.status.code().is_some_and(|code| code < 2), "{replayed:?}");
    answers[0].clone()
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the folder is writable");
    path
}
