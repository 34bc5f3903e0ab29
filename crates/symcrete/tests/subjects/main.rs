//! The programs under `subjects/`: every predicted path is taken, and what is known about each is found.

mod crest;
#[path = "../machine/mod.rs"]
mod machine;
#[path = "../c/second.rs"]
mod second;
mod smt;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// `hard-loop` and `dart` ask libm, which is not followed; on all others no condition may be lost.
const FLOATING: &[&str] = &["hard-loop", "dart"];
/// Runs per subject and strategy.
const RUNS: &str = "40";

fn subjects() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects");
    let entries = std::fs::read_dir(&folder).expect("the subjects are there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

fn name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// A result folder under the build's own temporary one.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("subjects").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.parent().expect("a folder in a folder")).expect("the temporary folder is writable");
    folder
}

/// `symcrete test FILE ARGS`.
fn symcrete(file: &Path, out: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
    command.args(["test", "--quiet", "-o"]).arg(out).arg(file).args(args);
    command.output().expect("symcrete starts")
}

/// The report of `symcrete test FILE ARGS`.
fn test(file: &Path, out: &Path, args: &[&str]) -> serde_json::Value {
    let done = symcrete(file, out, args);
    let text = std::fs::read_to_string(out.join("report.json")).unwrap_or_else(|_| {
        panic!("{}: no report: {}", file.display(), String::from_utf8_lossy(&done.stderr));
    });
    serde_json::from_str(&text).expect("the report is JSON")
}

/// Runs every integer-only subject whose number has this parity, with both a deep and the default search.
fn no_run_leaves_its_path(parity: usize) {
    let mut diverged = Vec::new();
    for (k, file) in subjects().iter().enumerate() {
        let name = name(file);
        if k % 2 != parity || FLOATING.contains(&name.as_str()) {
            continue;
        }
        for strategy in ["dfs", "portfolio"] {
            let out = folder(&format!("{name}-{strategy}"));
            let report =
                test(file, &out, &["--iterations", RUNS, "--strategy", strategy, "--stdin", "20", "--seed", "3"]);
            assert!(report["iterations"].as_u64() > Some(1), "{name}: {report}");
            if report["divergences"] != 0 {
                diverged.push(format!("{name} with {strategy}: {}, lost: {}", report["divergences"], report["lost"]));
            }
        }
    }
    assert!(diverged.is_empty(), "runs left their predicted paths:\n{}", diverged.join("\n"));
}

#[test]
fn no_run_of_the_first_half_leaves_its_path() {
    no_run_leaves_its_path(0);
}

#[test]
fn no_run_of_the_second_half_leaves_its_path() {
    no_run_leaves_its_path(1);
}

/// What is claimed of a subject holds for inputs that no solver made.
#[test]
fn no_blind_input_takes_what_was_denied() {
    let mut n_claims = 0;
    let mut faults = Vec::new();
    for file in subjects() {
        let folder = folder(&format!("{}-second", name(&file)));
        std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
        let report = test(&file, &folder.join("out"), &["--iterations", "300", "--time", "5s", "--seed", "1"]);
        if second::has_claims(&report) {
            n_claims += 1;
            let missed = second::missed(&folder, &file, &[], &report);
            faults.extend(missed.into_iter().map(|why| format!("{}: {why}", name(&file))));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(n_claims >= 9, "only {n_claims} subjects have claims");
}

/// What no arm of the portfolio alone gets to (161 branches without it): uncovered sides made goals one after another.
#[test]
fn a_portfolio_pursues_what_is_uncovered() {
    let file = subjects().into_iter().find(|file| name(file) == "print-tokens").expect("the subject is there");
    let report = test(&file, &folder("goals"), &["--iterations", "2000", "--seed", "1"]);
    assert!(report["notes"]["goals earned"].as_u64() > Some(0), "{}", report["notes"]);
    assert!(report["branches"]["covered"].as_u64() >= Some(170), "{}", report["branches"]);
}
