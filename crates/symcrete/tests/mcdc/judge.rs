//! What llvm-cov says about the decisions of a program: all stored tests are run on it with clang's own MC/DC counters.
//!
//! A record of llvm-cov is one of our decisions if it encloses all of its conditions. Three things have no counterpart by place: decisions inside of macros, which llvm-cov
//! puts into the macro's text and we where it is used; decisions that clang says it does not support (a warning names each); code that the front end drops. Of the first the sums must be equal.
//! Conditions that clang folded are conditions for llvm-cov, which are never covered; those of macros come in another order. There the counts must be equal.

use crate::folder::Folder;
use crate::package;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_corpus::decision::{ConditionState, Decision, Mcdc};

/// What is compiled.
pub(crate) struct Subject {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) flags: Vec<String>,
}

/// What llvm-cov says.
pub(crate) struct Judge {
    records: Vec<Record>,
    /// File and line of decisions that clang does not support.
    unsupported: BTreeSet<(String, u32)>,
}

/// A decision of llvm-cov.
#[derive(Clone, Debug)]
struct Record {
    file: String,
    start: (u32, u32),
    end: (u32, u32),
    covered: Vec<bool>,
}

/// What was compared.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) n_exact: usize,
    /// Covered conditions of decisions without a counterpart: llvm-cov's, and ours.
    rest: [usize; 2],
}

impl Judge {
    /// Builds the program with counters and runs all stored tests. `Err` when clang's profile runtime is neither installed nor to be had.
    pub(crate) fn new(subject: &Subject, folder: &Folder) -> Result<Judge, String> {
        let runtime = runtime()?;
        let program = folder.join("counted");
        let compiler =
            if subject.files.iter().any(|file| name(file).ends_with(".cc")) { "clang++-19" } else { "clang-19" };
        let counters = ["-O0", "-g", "-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc", "-c"];
        let (mut objects, mut warnings) = (Vec::new(), String::new());
        for (k, file) in subject.files.iter().enumerate() {
            let object = folder.join(format!("{k}.o"));
            warnings +=
                &finish(Command::new(compiler).args(counters).args(&subject.flags).arg(file).arg("-o").arg(&object)).1;
            objects.push(object);
        }
        let link = ["-u__llvm_profile_runtime", "-lm", "-o"];
        finish(Command::new(compiler).args(&objects).arg(runtime).args(link).arg(&program));
        let profile = run_tests(&program, folder);
        let profile = format!("-instr-profile={}", profile.display());
        let (exported, _) = finish(Command::new("llvm-cov-19").arg("export").arg(&program).arg(profile));
        let unsupported = warnings.lines().filter_map(unsupported).collect();
        Ok(Judge { records: records(&exported), unsupported })
    }

    /// Compares every decision; fails when one differs.
    pub(crate) fn agrees(&self, mcdc: &Mcdc, what: &str) -> Verdict {
        let mut verdict = Verdict::default();
        let mut left: Vec<&Decision> = mcdc.decisions.iter().collect();
        let mut records = self.records.clone();
        // The innermost first: a record may lie inside of another one.
        records.sort_by_key(|record| (record.end.0 - record.start.0, record.end.1.abs_diff(record.start.1)));
        for record in &records {
            let inside = left.iter().enumerate().filter(|(_, decision)| record.encloses(decision));
            let best = inside.min_by_key(|(_, decision)| decision.conditions.len().abs_diff(record.covered.len()));
            let Some((at, _)) = best else {
                verdict.rest[0] += record.n_covered();
                continue;
            };
            let decision = left.remove(at);
            assert!(record.is_same(decision), "{what}: llvm-cov says {record:?}, we say {:#?}", decision.lines());
            verdict.n_exact += 1;
        }
        for decision in left {
            let is_unsupported = self.unsupported.contains(&(name(Path::new(&decision.file)), decision.line));
            let is_of_macro = decision.conditions.iter().all(|one| one.column == decision.conditions[0].column);
            assert!(is_unsupported || is_of_macro, "{what}: llvm-cov does not know {:#?}", decision.lines());
            if !is_unsupported {
                verdict.rest[1] += n_shown(decision);
            }
        }
        assert_eq!(verdict.rest[0], verdict.rest[1], "{what}: conditions covered inside of macros");
        verdict
    }
}

impl Record {
    fn encloses(&self, decision: &Decision) -> bool {
        let is_inside = |place: (u32, u32)| self.start <= place && place < self.end;
        name(Path::new(&decision.file)) == self.file
            && decision.conditions.iter().all(|condition| is_inside((condition.line, condition.column)))
    }

    fn n_covered(&self) -> usize {
        self.covered.iter().filter(|covered| **covered).count()
    }

    fn is_same(&self, decision: &Decision) -> bool {
        let ours: Vec<bool> = decision.conditions.iter().map(|one| one.state == ConditionState::Shown).collect();
        let places: BTreeSet<(u32, u32)> = decision.conditions.iter().map(|one| (one.line, one.column)).collect();
        let has_order = places.len() == ours.len() && ours.len() == self.covered.len();
        if has_order { ours == self.covered } else { n_shown(decision) == self.n_covered() }
    }
}

fn n_shown(decision: &Decision) -> usize {
    decision.conditions.iter().filter(|condition| condition.state == ConditionState::Shown).count()
}

/// Runs every stored test; the merged profile. Runs that crash leave none.
fn run_tests(program: &Path, folder: &Folder) -> PathBuf {
    let tests = std::fs::read_dir(folder.join("out/tests")).expect("tests").flatten().map(|entry| entry.path());
    let inputs = tests.filter(|path| path.extension().is_some_and(|ending| ending == "stdin"));
    let mut raw = Vec::new();
    for (k, input) in inputs.enumerate() {
        let file = folder.join(format!("raw-{k}"));
        let input = std::fs::File::open(input).expect("a stored input");
        Command::new(program).stdin(input).env("LLVM_PROFILE_FILE", &file).output().expect("the program starts");
        raw.extend(Some(file).filter(|file| file.exists()));
    }
    let profile = folder.join("profile");
    finish(Command::new("llvm-profdata-19").args(["merge", "-o"]).arg(&profile).args(&raw));
    profile
}

/// A record is `[line, column, line, column, expanded file, kind, [covered …]]`.
fn records(exported: &str) -> Vec<Record> {
    let json: Value = serde_json::from_str(exported).expect("llvm-cov writes JSON");
    let mut found = Vec::new();
    for file in json["data"][0]["files"].as_array().into_iter().flatten() {
        for record in file["mcdc_records"].as_array().into_iter().flatten() {
            let number = |k: usize| record[k].as_u64().expect("a number") as u32;
            let covered = record[6].as_array().into_iter().flatten().map(|value| value.as_bool() == Some(true));
            found.push(Record {
                file: name(Path::new(file["filename"].as_str().expect("a name"))),
                start: (number(0), number(1)),
                end: (number(2), number(3)),
                covered: covered.collect(),
            });
        }
    }
    found
}

/// `FILE:LINE:COLUMN: warning: unsupported MC/DC boolean expression`.
fn unsupported(line: &str) -> Option<(String, u32)> {
    let (place, _) = line.split_once(": warning: unsupported MC/DC")?;
    let mut parts = place.rsplitn(3, ':').skip(1);
    let line = parts.next()?.parse().ok()?;
    Some((name(Path::new(parts.next()?)), line))
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Runs a command that must succeed; what it printed on standard output and error.
fn finish(command: &mut Command) -> (String, String) {
    let done = command.output().unwrap_or_else(|why| panic!("{command:?}: {why}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(done.status.success(), "{command:?}: {}", text(&done.stderr));
    (text(&done.stdout), text(&done.stderr))
}

/// clang's profile runtime, installed or from its package.
fn runtime() -> Result<PathBuf, String> {
    let inside = "usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.profile-x86_64.a";
    let installed = Path::new("/").join(inside);
    if installed.exists() { Ok(installed) } else { Ok(package::binary("libclang-rt-19-dev")?.join(inside)) }
}
