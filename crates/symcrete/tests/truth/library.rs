//! What is claimed of the C library's functions, against all inputs of up to three bytes.
//!
//! Each entry of `library.txt` is compiled twice: into a plain program that runs it on every input and says which marks were
//! reached, and by symcrete, which explores it. It is a failure to call complete what misses a mark that some input reaches, and to call the
//! branch before such a mark infeasible. Marks that are merely not found are no matter of this test.

use super::oracle::{PLAIN, succeed};
use super::{for_each, scratch, variable};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

const ENTRIES: &str = include_str!("library.txt");
const HEAD: &str = include_str!("library.h");
/// Of the entries, every so many are looked at without `SLOW=1`.
const EVERY: usize = 10;
/// All inputs of up to three bytes.
const ALL: &str = "int main(void) {
    char s[4];
    for (int n = 0; n <= 3; n++)
        for (long v = 0; v < 1L << 8 * n; v++) {
            memset(s, 0, 4);
            for (int i = 0; i < n; i++) s[i] = v >> 8 * i;
            body(s, n);
        }
    shown();
}
";
const ONE: &str = "int main(void) {
    char s[4] = {0};
    int n = fread(s, 1, 3, stdin);
    body(s, n);
";

/// Entries that are too slow for all inputs of three bytes, since they ask the system for something: two suffice.
const SYSTEM: &[&str] =
    &["pipe", "tmp", "env", "ms_", "stream", "regex", "search", "memopen", "vbuf", "rand", "strerror", "raise", "jmp"];

struct Entry {
    name: &'static str,
    body: &'static str,
}

fn entries() -> Vec<Entry> {
    let entries = ENTRIES.split("\n== ").skip(1);
    entries.filter_map(|text| text.split_once('\n')).map(|(name, body)| Entry { name, body }).collect()
}

#[test]
fn what_is_claimed_of_the_library_holds_for_all_inputs() {
    let wanted = variable("TRUTH_LIBRARY");
    let is_all = super::seen::is_slow() || wanted.is_some();
    let wanted = wanted.unwrap_or_default();
    let chosen = entries().into_iter().enumerate().filter(|(k, _)| is_all || k % EVERY == 0).map(|(_, entry)| entry);
    let chosen: Vec<Entry> = chosen.filter(|entry| entry.name.contains(&wanted)).collect();
    assert!(!chosen.is_empty(), "no entry is called {wanted}");
    let faults = Mutex::new(Vec::new());
    for_each(chosen, |entry| {
        let found = check(&entry).unwrap_or_else(|why| vec![why]);
        let found = found.into_iter().map(|fault| format!("{}: {fault}", entry.name));
        faults.lock().expect("no worker panicked").extend(found);
    });
    let faults = faults.into_inner().expect("no worker panicked");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn check(entry: &Entry) -> Result<Vec<String>, String> {
    let folder = scratch(&format!("library-{}", entry.name));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
    let body = format!("{HEAD}static void body(char *s, int n) {{\n{}}}\n", entry.body);
    let is_slow = SYSTEM.iter().any(|part| entry.name.contains(part));
    let all = if is_slow { ALL.replace("n <= 3", "n <= 2") } else { ALL.into() };
    compile(PLAIN.0, &["-O1"], &folder, "all", &format!("{body}{all}"))?;
    compile(PLAIN.0, &["-O0"], &folder, "one", &format!("{body}{ONE}    shown();\n}}\n"))?;
    compile(env!("CARGO_BIN_EXE_symcrete"), &["cc", "-O0"], &folder, "explored", &format!("{body}{ONE}}}\n"))?;
    let truth = marks(&mut Command::new(folder.join("all")), &folder)?;
    let args = ["test", "./explored", "--stdin", "3", "--time", "10s", "--quiet", "--no-mutations", "-o", "out"];
    run(Command::new(env!("CARGO_BIN_EXE_symcrete")).args(args).current_dir(&folder))?;
    let report = std::fs::read(folder.join("out/report.json")).map_err(|why| format!("no report: {why}"))?;
    let report: Value = serde_json::from_slice(&report).map_err(|why| why.to_string())?;
    Ok(faults(&body, &report, &truth, &found(&folder)?))
}

fn faults(source: &str, report: &Value, truth: &BTreeSet<u32>, found: &BTreeSet<u32>) -> Vec<String> {
    let mut faults = Vec::new();
    let missing: Vec<&u32> = truth.difference(found).collect();
    if report["complete"] == true && !missing.is_empty() {
        faults.push(format!("called complete, but no test reaches {missing:?}, which inputs do"));
    }
    for mark in truth {
        let line = source.lines().position(|line| line.contains(&format!("R({mark})"))).map(|k| k as u64 + 1);
        let outcomes = report["outcomes"].as_array().into_iter().flatten();
        let mut there = outcomes.filter(|one| one["line"].as_u64() == line && one["outcome"] == "true");
        if there.any(|one| one["state"] == "infeasible") {
            faults.push(format!("a condition before R({mark}) is called infeasible, and inputs reach it"));
        }
    }
    faults
}

/// The marks that the stored tests reach in the plain program.
fn found(folder: &Path) -> Result<BTreeSet<u32>, String> {
    let mut found = BTreeSet::new();
    let tests = std::fs::read_dir(folder.join("out/tests")).map_err(|why| why.to_string())?;
    for path in tests.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.extension().is_some_and(|ending| ending == "stdin") {
            let input = std::fs::File::open(&path).map_err(|why| why.to_string())?;
            found.extend(marks(Command::new(folder.join("one")).stdin(Stdio::from(input)), folder)?);
        }
    }
    Ok(found)
}

fn compile(compiler: &str, args: &[&str], folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let source = format!("{name}.c");
    std::fs::write(folder.join(&source), text).map_err(|why| why.to_string())?;
    let mut command = Command::new(compiler);
    succeed(command.args(args).args(["-g", "-w", &source, "-o", name, "-lm"]).current_dir(folder))
}

fn run(command: &mut Command) -> Result<(), String> {
    let done = command.output().map_err(|why| format!("{command:?}: {why}"))?;
    // One for findings, which are not asked about here.
    let is_done = matches!(done.status.code(), Some(0 | 1));
    if is_done { Ok(()) } else { Err(format!("{command:?}: {}", String::from_utf8_lossy(&done.stderr))) }
}

fn marks(command: &mut Command, folder: &Path) -> Result<BTreeSet<u32>, String> {
    let done = command.current_dir(folder).output().map_err(|why| format!("{command:?}: {why}"))?;
    Ok(String::from_utf8_lossy(&done.stdout).lines().filter_map(|mark| mark.parse().ok()).collect())
}
