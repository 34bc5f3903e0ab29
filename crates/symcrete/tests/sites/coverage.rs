//! What llvm-cov says: the branch regions of a file after a run of the plain program.

use crate::json::Json;
use crate::package;
use crate::subject::{Subject, finish};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A line and a column, from 1.
pub(crate) type Place = (u32, u32);

/// The branch regions of one file.
pub(crate) struct Coverage {
    /// True and false counts by extent. Those in macro expansions and those that clang folded are left out.
    pub(crate) regions: BTreeMap<Extent, (u64, u64)>,
    /// Where macros are expanded.
    pub(crate) expansions: HashSet<Place>,
}

/// Where a region begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Extent {
    pub(crate) start: Place,
    pub(crate) end: Place,
}

impl Extent {
    /// A region of no extent stands for a macro of a system header.
    pub(crate) fn contains(&self, place: Place) -> bool {
        place == self.start || (self.start <= place && place < self.end)
    }
}

/// Builds and runs a program with clang's own counters.
pub(crate) struct Counted {
    program: PathBuf,
    profile: PathBuf,
}

impl Counted {
    /// One run without input. `Err` when clang's profile runtime is neither installed nor to be had.
    pub(crate) fn run(subject: &Subject, folder: &Path) -> Result<Counted, String> {
        let (counted, raw) = (Counted::build(subject, folder, &[])?, folder.join("raw"));
        finish(Command::new(&counted.program).env("LLVM_PROFILE_FILE", &raw));
        counted.merge(&[raw]);
        Ok(counted)
    }

    /// A run for each standard input, however it ends: counters lie in the file, so a crash does not lose them.
    pub(crate) fn replay(subject: &Subject, folder: &Path, inputs: &[PathBuf]) -> Result<Counted, String> {
        let counted = Counted::build(subject, folder, &["-mllvm", "-runtime-counter-relocation"])?;
        let mut all = Vec::new();
        for (k, input) in inputs.iter().enumerate() {
            let raw = folder.join(format!("raw-{k}"));
            let mut command = Command::new(&counted.program);
            command.stdin(std::fs::File::open(input).expect("a stored input")).current_dir(folder);
            let file = format!("{}%c", raw.display());
            command.env("LLVM_PROFILE_FILE", file).output().expect("the program starts");
            all.push(raw);
        }
        counted.merge(&all);
        Ok(counted)
    }

    fn build(subject: &Subject, folder: &Path, more: &[&str]) -> Result<Counted, String> {
        let runtime = runtime()?;
        let (program, profile) = (folder.join("counted"), folder.join("profile"));
        let mut objects = Vec::new();
        for (k, file) in subject.files.iter().enumerate() {
            let object = folder.join(format!("{k}.o"));
            let flags = ["-w", "-g", "-fprofile-instr-generate", "-fcoverage-mapping", "-c", "-o"];
            finish(Command::new("clang-19").args(&subject.flags).args(more).args(flags).arg(&object).arg(file));
            objects.push(object);
        }
        let link = ["-u__llvm_profile_runtime", "-lm", "-o"];
        finish(Command::new("clang-19").args(&objects).arg(runtime).args(link).arg(&program));
        Ok(Counted { program, profile })
    }

    fn merge(&self, raw: &[PathBuf]) {
        finish(Command::new("llvm-profdata-19").args(["merge", "-o"]).arg(&self.profile).args(raw));
    }

    /// The regions of one source file.
    pub(crate) fn regions(&self, file: &Path) -> Coverage {
        let exported = self.ask(&["export", "-format=text"], file);
        let folded = folded(&self.ask(&["show", "--show-branches=count"], file));
        let mut coverage = Coverage { regions: BTreeMap::new(), expansions: HashSet::new() };
        let json = Json::parse(&exported);
        for function in json.get("data").list().iter().flat_map(|data| data.get("functions").list()) {
            let is_here = function.get("filenames").list().first().is_some_and(|name| Path::new(name.text()) == file);
            if is_here {
                coverage.function(function, &folded);
            }
        }
        coverage
    }

    fn ask(&self, question: &[&str], file: &Path) -> String {
        let profile = format!("-instr-profile={}", self.profile.display());
        finish(Command::new("llvm-cov-19").args(question).arg(profile).arg(&self.program).arg(file))
    }
}

impl Coverage {
    /// A branch is `[line, column, line, column, true, false, file, expanded file, kind]`, kind 4 a branch region; a
    /// region `[line, column, line, column, count, file, expanded file, kind]`, kind 1 an expansion. File 0 is the
    /// function's own; others are inside of macros.
    fn function(&mut self, function: &Json, folded: &HashSet<Place>) {
        let numbers = |list: &Json| list.list().iter().map(Json::number).collect::<Vec<u64>>();
        for branch in function.get("branches").list().iter().map(numbers) {
            let extent = extent(&branch);
            let is_folded = folded.contains(&extent.start) && (branch[4], branch[5]) == (0, 0);
            if branch[8] == 4 && branch[6] == 0 && !is_folded {
                let count = self.regions.entry(extent).or_default();
                *count = (count.0 + branch[4], count.1 + branch[5]);
            }
        }
        for region in function.get("regions").list().iter().map(numbers) {
            if region[7] == 1 && region[5] == 0 {
                self.expansions.insert(extent(&region).start);
            }
        }
    }
}

fn extent(numbers: &[u64]) -> Extent {
    let place = |k: usize| (numbers[k] as u32, numbers[k + 1] as u32);
    Extent { start: place(0), end: place(2) }
}

/// Constant conditions, which llvm-cov does not count either: `Branch (12:9): [Folded - Ignored]`.
fn folded(shown: &str) -> HashSet<Place> {
    let place = |line: &str| {
        let (place, _) = line.split_once("Branch (")?.1.split_once("): [Folded")?;
        let (line, column) = place.split_once(':')?;
        Some((line.parse().ok()?, column.parse().ok()?))
    };
    shown.lines().filter_map(place).collect()
}

/// clang's profile runtime, installed or from its package.
fn runtime() -> Result<PathBuf, String> {
    let inside = "usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.profile-x86_64.a";
    let installed = Path::new("/").join(inside);
    if installed.exists() { Ok(installed) } else { Ok(package::binary("libclang-rt-19-dev")?.join(inside)) }
}
