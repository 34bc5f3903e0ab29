//! `symcrete bench --quick` writes well-formed tables. Their figures are not judged here: the benchmark is no timed test.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Names that a line of the quick table must have.
const LINES: [&str; 8] = [
    "loop kernels, median",
    "kernel sieve",
    "kernel matmul",
    "kernel crc32",
    "kernel words",
    "kernel bubble",
    "kernel collatz",
    "small program, symbolic input",
];

#[test]
fn the_quick_benchmark_writes_its_tables() {
    let folder = Folder::new();
    let run = Command::new(env!("CARGO_BIN_EXE_symcrete"))
        .args(["bench", "--suite", "overhead", "--quick", "-o"])
        .arg(&folder.0)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{printed}{}", String::from_utf8_lossy(&run.stderr));
    let markdown = read(&folder.0, "overhead.md");
    let json = read(&folder.0, "overhead.json");
    for name in LINES {
        let row = markdown.lines().find(|line| line.starts_with(&format!("| {name} "))).expect(name);
        assert!(printed.contains(row), "the table that is printed is the one that is written: {row}");
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 7, "{row}");
        assert!(cells[1].ends_with('×') && cells[2].contains('–'), "{row}");
        assert!(["pass", "FAIL"].contains(&cells[5]), "a measured line is held against its bar: {row}");
        assert!(json.contains(&format!("{{\"name\": \"{name}\", \"verdict\": ")), "{name} is in the JSON file");
    }
    for fact in ["processor", "kernel", "clang"] {
        assert!(markdown.contains(&format!("- {fact}: ")) && json.contains(&format!("\"{fact}\": \"")), "{fact}");
    }
    assert_eq!(rest_of_json(&json).map(str::trim), Some(""), "one JSON value and nothing else");
}

/// A row for each method, and the same numbers in all three forms.
#[test]
fn campaigns_are_compared_in_tables() {
    let folder = Folder::new();
    let run = Command::new(env!("CARGO_BIN_EXE_symcrete"))
        .args(["bench", "--suite", "ippc", "--quick", "--only", "prime", "-o"])
        .arg(&folder.0)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let (markdown, json, csv) = (read(&folder.0, "ippc.md"), read(&folder.0, "ippc.json"), read(&folder.0, "ippc.csv"));
    assert_eq!(rest_of_json(&json).map(str::trim), Some(""), "one JSON value and nothing else");
    let rows: Vec<Vec<&str>> = csv.lines().map(|row| row.split(',').collect()).collect();
    let column = |name| rows[0].iter().position(|cell| *cell == name).expect(name);
    let cells = |name| rows[1..].iter().map(|row| row[column(name)]).collect::<Vec<&str>>();
    assert_eq!(cells("method"), ["full", "ippc", "auto"]);
    assert_eq!(cells("unknown"), ["0"; 3]);
    assert_eq!(cells("runs"), ["30"; 3]);
    let size: Vec<f64> = cells("conditions per call").iter().map(|cell| cell.parse().expect("a number")).collect();
    assert!(size[0] >= 10.0 * size[1], "partial constraints are small: {size:?}");
    assert!(markdown.contains("| prime: smaller questions ") && json.contains("\"program\": \"prime\""), "{markdown}");
}

/// A generated program compiles, ends on every input, and is explored without a divergence.
#[test]
fn generated_programs_can_be_explored() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let symcrete = |args: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_symcrete")).args(args).current_dir(&folder.0).output().unwrap();
        let said = String::from_utf8_lossy(&run.stdout).into_owned();
        assert!(run.status.success(), "{said}{}", String::from_utf8_lossy(&run.stderr));
        said
    };
    let generate = ["bench", "--generate", "--lines", "400", "--depth", "3", "--seed", "5"];
    symcrete(&[&generate[..], &["-o", "branchy.c"]].concat());
    assert_eq!(read(&folder.0, "branchy.c"), symcrete(&generate));
    let said = symcrete(&["test", "branchy.c", "--iterations", "60", "--quiet"]);
    assert!(said.contains("60 runs") && said.contains("0 divergences"), "{said}");
}

#[test]
fn wrong_arguments_are_refused() {
    for args in [["bench", "--repeat", "0"], ["bench", "--suite", "nonsense"], ["bench", "--lines", "300"]] {
        let run = Command::new(env!("CARGO_BIN_EXE_symcrete")).args(args).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{args:?}");
    }
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Folder(std::env::temp_dir().join(format!("symcrete-bench-test-{}-{number}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// What follows the first JSON value; `None` when there is none.
fn rest_of_json(text: &str) -> Option<&str> {
    let text = text.trim_start();
    match text.chars().next()? {
        '{' => rest_of_items(&text[1..], '}', |item| rest_of_json(rest_of_json(item)?.trim_start().strip_prefix(':')?)),
        '[' => rest_of_items(&text[1..], ']', rest_of_json),
        '"' => rest_of_string(&text[1..]),
        _ => {
            let end = text.find(|c: char| !(c.is_alphanumeric() || "+-.".contains(c)))?;
            let word = &text[..end];
            (["null", "true", "false"].contains(&word) || word.parse::<f64>().is_ok()).then_some(&text[end..])
        }
    }
}

fn rest_of_items(mut text: &str, close: char, item: impl Fn(&str) -> Option<&str>) -> Option<&str> {
    if let Some(rest) = text.trim_start().strip_prefix(close) {
        return Some(rest);
    }
    loop {
        text = item(text)?.trim_start();
        if let Some(rest) = text.strip_prefix(close) {
            return Some(rest);
        }
        text = text.strip_prefix(',')?;
    }
}

fn rest_of_string(text: &str) -> Option<&str> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => return Some(&text[at + 1..]),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    None
}
