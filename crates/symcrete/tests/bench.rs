//! `symcrete bench --quick` writes well-formed tables. Their figures are not judged here: the benchmark is no timed test.

#[path = "folder/mod.rs"]
mod folder;

use folder::Folder;
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::Command;

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

/// Every suite that needs no network, at its smallest; what all of them have in common, and a look into two.
#[test]
fn all_suites_write_their_tables() {
    let folder = Folder::new("bench");
    let run = Command::new(env!("CARGO_BIN_EXE_symcrete"))
        .args(["bench", "--suite", "all", "--quick", "-o"])
        .arg(&*folder)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{printed}{}", String::from_utf8_lossy(&run.stderr));
    let page = read(&*folder, "index.html");
    for suite in ["overhead", "ippc", "strategies", "symcretic", "gct", "exhaustion", "solver", "growth"] {
        let (markdown, json) = (read(&*folder, &format!("{suite}.md")), read(&*folder, &format!("{suite}.json")));
        let document: Value = serde_json::from_str(&json).expect("one JSON value and nothing else");
        for fact in ["processor", "kernel", "clang"] {
            assert!(markdown.contains(&format!("- {fact}: ")) && json.contains(&format!("\"{fact}\"")), "{fact}");
        }
        for plot in document["plots"].as_array().unwrap() {
            let name = plot["name"].as_str().unwrap();
            let picture = read(&*folder, &format!("{name}.svg"));
            assert!(picture.starts_with("<svg xmlns=") && !picture.contains("NaN"), "{name}");
            assert!(page.contains(&format!("href=\"{name}.svg\"")), "{name} is on the page");
        }
        assert!(page.contains(&format!("<section id=\"{suite}\">")), "{suite} is on the page");
    }
    overhead_has_its_lines(&read(&*folder, "overhead.md"), &printed);
    questions_are_small(&read(&*folder, "ippc.csv"));
    let document: Value = serde_json::from_str(&read(&*folder, "strategies.json")).unwrap();
    llvm_cov_sees_what_we_count(&document["tables"][0]);
}

/// Each `case` of `replace` has a side "not taken" for llvm-cov, which we do not count; all else is the same.
fn llvm_cov_sees_what_we_count(table: &Value) {
    const CASES: u64 = 10;
    let head = words(&table["head"]);
    for row in table["rows"].as_array().unwrap() {
        let cells = words(row);
        let cell = |name| &cells[head.iter().position(|own| own == name).expect(name)];
        if cell("llvm-cov") == "–" {
            let why = "llvm-cov-19 or clang's profile runtime is missing: apt-get install llvm-19 libclang-rt-19-dev";
            let _ = writeln!(std::io::stderr(), "own counter not compared: {why}");
            return;
        }
        let number = |name| cell(name).parse::<u64>().expect(name);
        assert_eq!(number("llvm-cov of"), number("of") + CASES, "{cells:?}");
        let (ours, theirs) = (number("first seed: own"), number("llvm-cov"));
        assert!(ours <= theirs && theirs <= ours + CASES, "{cells:?}");
    }
}

fn overhead_has_its_lines(markdown: &str, printed: &str) {
    for name in LINES {
        let row = markdown.lines().find(|line| line.starts_with(&format!("| {name} "))).expect(name);
        assert!(printed.contains(row), "the table that is printed is the one that is written: {row}");
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 7, "{row}");
        assert!(cells[1].ends_with('×') && cells[2].contains('–'), "{row}");
        assert!(["pass", "FAIL"].contains(&cells[5]), "a measured line is held against its bar: {row}");
    }
}

/// A row for each method, and those of partial constraints are small.
fn questions_are_small(csv: &str) {
    let rows: Vec<Vec<&str>> = csv.lines().map(|row| row.split(',').collect()).collect();
    let column = |name| rows[0].iter().position(|cell| *cell == name).expect(name);
    let cells = |name| rows[1..].iter().map(|row| row[column(name)]).collect::<Vec<&str>>();
    assert_eq!(cells("method"), ["full", "ippc", "auto"]);
    assert_eq!(cells("unknown"), ["0"; 3]);
    assert_eq!(cells("runs"), ["30"; 3]);
    let size: Vec<f64> = cells("conditions per call").iter().map(|cell| cell.parse().expect("a number")).collect();
    assert!(size[0] >= 10.0 * size[1], "partial constraints are small: {size:?}");
}

/// An interrupted benchmark goes on: what was measured is not measured again, and other settings are refused.
#[test]
fn what_was_measured_is_kept() {
    let folder = Folder::new("bench");
    let bench = |args: &[&str]| {
        let command = ["bench", "--suite", "ippc", "--repeat", "1", "--only", "sqrt", "-o"];
        Command::new(env!("CARGO_BIN_EXE_symcrete")).args(command).arg(&*folder).args(args).output().unwrap()
    };
    let table = || {
        assert!(bench(&["--iterations", "5"]).status.success());
        read(&*folder, "ippc.csv")
    };
    let first = table();
    assert_eq!(first, table(), "even the times are those of the first run");
    let kept = folder.join(".measured/ippc");
    let one = std::fs::read_dir(&kept).unwrap().flatten().find(|file| file.file_name() != "settings.json").unwrap();
    std::fs::remove_file(one.path()).unwrap();
    table();
    assert!(one.path().is_file(), "what is missing is measured again");
    let refused = bench(&["--iterations", "7"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("--iterations 5, not 7") && said.contains("--anew"), "{said}");
    assert!(bench(&["--iterations", "7", "--anew"]).status.success());
}

/// The same seed gives the same tables, except for the columns of times.
#[test]
fn a_second_run_gives_the_same_tables() {
    let tables = |suite: &str, only: &str| {
        let folder = Folder::new("bench");
        let args =
            ["bench", "--suite", suite, "--only", only, "--iterations", "15", "--repeat", "2", "--seed", "3", "-o"];
        let run = Command::new(env!("CARGO_BIN_EXE_symcrete")).args(args).arg(&*folder).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let document: Value = serde_json::from_str(&read(&*folder, &format!("{suite}.json"))).unwrap();
        document["tables"].as_array().unwrap().iter().map(without_times).collect::<Vec<_>>()
    };
    for (suite, only) in [("strategies", "replace"), ("ippc", "sqrt"), ("symcretic", "trityp")] {
        let first = tables(suite, only);
        assert!(first.iter().any(|rows| rows.len() > 2), "{suite} has rows: {first:?}");
        assert_eq!(first, tables(suite, only), "{suite}");
    }
}

/// A list of cells.
fn words(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap().to_string()).collect()
}

/// The cells of a table, without the columns of times.
fn without_times(table: &Value) -> Vec<Vec<String>> {
    let (head, times) = (words(&table["head"]), words(&table["times"]));
    let row = |row: &Value| -> Vec<String> {
        words(row).into_iter().zip(&head).filter(|(_, name)| !times.contains(name)).map(|(cell, _)| cell).collect()
    };
    table["rows"].as_array().unwrap().iter().map(row).collect()
}

/// A generated program compiles, ends on every input, and is explored without a divergence.
#[test]
fn generated_programs_can_be_explored() {
    let folder = Folder::new("bench");
    std::fs::create_dir_all(&*folder).unwrap();
    let symcrete = |args: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_symcrete")).args(args).current_dir(&*folder).output().unwrap();
        let said = String::from_utf8_lossy(&run.stdout).into_owned();
        assert!(run.status.success(), "{said}{}", String::from_utf8_lossy(&run.stderr));
        said
    };
    let generate = ["bench", "--generate", "--lines", "400", "--depth", "3", "--seed", "5"];
    symcrete(&[&generate[..], &["-o", "branchy.c"]].concat());
    assert_eq!(read(&*folder, "branchy.c"), symcrete(&generate));
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

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}
