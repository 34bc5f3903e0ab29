//! What a report claims to be covered, held against llvm-cov: every stored test is run on the program with clang's own counters, and
//! each side of each branch region must be covered there if and only if `report.json` says so.

use crate::compare::compare_by;
use crate::coverage::Counted;
use crate::json::Json;
use crate::package;
use crate::source::Source;
use crate::subject::{Subject, folder, sites};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs that read standard input, from the root of the repository, with how many runs they are explored, and the conditions whose false side
/// only llvm-cov's subtraction takes.
const SUBJECTS: [(&str, &str, &[&str]); 5] = [
    ("examples/orders.c", "200", &[]),
    ("crates/symcrete/tests/bugs/assertion.c", "100", &[]),
    ("crates/symcrete/tests/sites/words.c", "300", &[]),
    ("crates/symcrete/tests/bugs/recursion.c", "40", &[]),
    ("crates/symcrete/tests/sites/leaves.c", "100", &["assume(n < 123)", "assume(n > 64)", "step(n)"]),
];

/// Branch by branch, `1` for covered, as lines of a run with `--counts`.
fn claimed(report: &Json, file: &Path) -> String {
    let mut text = String::new();
    for outcome in report.get("outcomes").list() {
        let covered = u8::from(outcome.get("state").text() == "covered");
        let (line, column) = (outcome.get("line").number(), outcome.get("column").number());
        let _ = writeln!(text, "{}:{line}:{column}  {}  {covered}", file.display(), outcome.get("outcome").text());
    }
    text
}

fn tests(out: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(out.join("tests")).expect("tests").flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|ending| ending == "stdin")).collect()
}

#[test]
fn a_report_claims_what_llvm_cov_sees() {
    for (k, (name, runs, subtracted)) in SUBJECTS.iter().enumerate() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        let file = file.canonicalize().expect("the subject is there");
        let folder = folder(&format!("claims-{k}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
        command.current_dir(&folder).env("SYMCRETE_CACHE", "").arg("test").arg(&file);
        let done = command.args(["--iterations", runs, "-o", "out", "--quiet"]).output().expect("symcrete starts");
        assert!(matches!(done.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&done.stderr));
        let report = std::fs::read_to_string(folder.join("out/report.json")).expect("a report");
        let subject = Subject { files: vec![file.clone()], flags: Vec::new() };
        let counted = match Counted::replay(&subject, &folder, &tests(&folder.join("out"))) {
            Ok(counted) => counted,
            Err(why) => return package::absent("llvm-cov", &why),
        };
        let source = Source::of(&std::fs::read(&file).expect("readable"));
        let ours = sites(&claimed(&Json::parse(&report), &file), &file);
        let found = compare_by(&counted.regions(&file), &ours, &source, |(yes, no)| (yes.min(1), no.min(1)));
        let (left, rest): (Vec<_>, Vec<_>) = found.rest.iter().partition(|rest| rest.is_subtracted);
        let wrong: Vec<String> = rest.iter().map(|rest| format!("{}: {}", rest.text, rest.what)).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
        let mut left: Vec<&str> = left.iter().map(|rest| rest.text.as_str()).collect();
        left.sort();
        assert_eq!(left, *subtracted, "{name}: conditions that runs leave before they are decided");
        assert!(found.n_exact >= 2, "{name}: {} regions", found.n_exact);
    }
}
