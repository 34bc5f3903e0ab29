//! Memory that was never set: no claim rests on what it happened to hold, and it is named with variable and line.
//!
//! Programs in `bad` read such memory in some run, and say so in their first line: `// never set: NAME, line N, read in line M`. What the
//! memory decides can go either way, so nothing may be called unreachable, infeasible or complete. Their twins in `good` are much the
//! same and set everything that decides; of them everything is claimed, but for `unreachable` where a line `// outside: …` says why not.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn programs(kind: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unset").join(kind);
    let wanted = std::env::var("PROGRAM").unwrap_or_default();
    let entries = std::fs::read_dir(folder).expect("the folder is here");
    let mut sources: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    sources.retain(|path| path.to_string_lossy().contains(&wanted));
    sources.sort();
    assert!(!wanted.is_empty() || sources.len() >= 12, "a dozen of each");
    sources
}

/// What a command prints as JSON, and its exit code.
fn answer(source: &Path, command: &[&str]) -> (Value, i32) {
    // A program and its twin have the same name.
    let parts: Vec<_> = source.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    let name = parts.join("-");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unset").join(format!("{name}-{}", command.join("-")));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    let done = Command::new(env!("CARGO_BIN_EXE_symcrete"))
        .args(command)
        .arg(source)
        .args(["--format", "json", "--time", "60s", "-o", "out"])
        .current_dir(&folder)
        .output()
        .expect("symcrete starts");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let error = String::from_utf8_lossy(&done.stderr);
    let value = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}: {text}{error}", source.display()));
    (value, done.status.code().expect("an exit code"))
}

/// The states of the branches in a line.
fn states(report: &Value, line: u64) -> Vec<&str> {
    let outcomes = report["outcomes"].as_array().expect("a list of outcomes").iter();
    outcomes.filter(|outcome| outcome["line"] == line).filter_map(|outcome| outcome["state"].as_str()).collect()
}

fn verdict(source: &Path) -> Value {
    answer(source, &["reach", "--function", "reach_error"]).0["targets"][0].clone()
}

/// Name, line of birth and line of the decision, as the first line of a program says.
fn expected(source: &Path) -> (String, u64, u64) {
    let text = std::fs::read_to_string(source).expect("the program is readable");
    let first = text.lines().next().and_then(|line| line.strip_prefix("// never set: ")).expect("what is never set");
    let parts: Vec<&str> = first.split(", ").collect();
    let number = |part: &str| part.rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a line");
    (parts[0].to_string(), number(parts[1]), number(parts[2]))
}

#[test]
fn what_was_never_set_is_named_and_nothing_rests_on_it() {
    for source in programs("bad") {
        let (report, code) = answer(&source, &["test"]);
        let (name, born, line) = expected(&source);
        let is_it = |one: &Value| one["name"] == name.as_str() && one["born_line"] == born && one["line"] == line;
        let unset = report["unset"].as_array().expect("a list");
        assert!(unset.iter().any(is_it), "{}: {unset:?}", source.display());
        assert_eq!(report["complete"], false, "{}", source.display());
        // What other conditions decide may be proved; what this one decides may not.
        assert!(!states(&report, line).contains(&"infeasible"), "{}: {report:#}", source.display());
        assert!(code < 2, "{}", source.display());
        let verdict = verdict(&source);
        assert_ne!(verdict["verdict"], "unreachable", "{}: {verdict:#}", source.display());
    }
}

#[test]
fn what_is_set_before_it_decides_is_claimed_about() {
    for source in programs("good") {
        let (report, code) = answer(&source, &["test"]);
        assert_eq!(report["unset"].as_array().map(Vec::len), Some(0), "{}: {:#}", source.display(), report["unset"]);
        assert_eq!((&report["complete"], code), (&Value::Bool(true), 0), "{}: {:#}", source.display(), report["lost"]);
        let verdict = verdict(&source);
        let text = std::fs::read_to_string(&source).expect("the program is readable");
        let is_closed = !text.contains("// outside: ");
        assert!(!is_closed || verdict["verdict"] == "unreachable", "{}: {verdict:#}", source.display());
    }
}

#[test]
fn it_is_a_finding_where_it_is_asked_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unset");
    let (report, code) = answer(&folder.join("bad/one_path.c"), &["test", "--check", "unset"]);
    let findings = report["findings"].as_array().expect("a list");
    assert_eq!((findings.len(), code), (1, 1), "{findings:?}");
    assert_eq!((&findings[0]["kind"], &findings[0]["line"]), (&"use of memory that was never set".into(), &10.into()));
    let (report, code) = answer(&folder.join("good/padding.c"), &["test", "--check", "unset"]);
    assert_eq!((report["findings"].as_array().map(Vec::len), code), (Some(0), 0));
}
