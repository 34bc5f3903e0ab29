//! `--from DIR`: what the tests of an earlier campaign cover in a program that has changed: which branches were gained and lost.
//!
//! Lines move when a program changes, so a branch is known by its function, the place of its condition among those of the function, and its
//! side; where the earlier program cannot be read any more, by its line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_build::unit::{PROGRAM, model};
use symcrete_corpus::report::Report as Facts;
use symcrete_corpus::{Branch, BranchState};
use symcrete_engine::branch;
use symcrete_engine::folder::Folder;
use symcrete_model::{BranchId, Program};

/// Rows that are shown; the file has all.
const SHOWN: usize = 10;
/// The file of the result folder.
const NAME: &str = "from.txt";

/// What tells a branch from others of its program, also when lines move.
type Identity = (String, usize, String);

/// An earlier campaign.
pub struct From {
    folder: PathBuf,
    report: Facts,
    program: Option<Program>,
}

impl From {
    /// The campaign of a result folder.
    pub fn open(folder: &Path) -> Result<From, Failure> {
        if !folder.join("tests").is_dir() {
            return Err(Failure::at(folder, "this is no result folder of symcrete test: it has no tests"));
        }
        let text = std::fs::read_to_string(folder.join("report.json")).unwrap_or_default();
        let program = model(&folder.join(PROGRAM)).ok();
        Ok(From { folder: folder.into(), report: Facts::parse(&text).unwrap_or_default(), program })
    }

    /// The folder of its tests.
    pub fn tests(&self) -> PathBuf {
        self.folder.join("tests")
    }

    /// Compares what it covered with what is covered now: writes the whole table, and gives the lines to show.
    pub fn compare(&self, program: &Program, facts: &Facts, folder: &Folder) -> std::io::Result<String> {
        let by_place = self.program.as_ref().is_none_or(|old| old.counted().count() != self.report.outcomes.len());
        let before = match &self.program {
            Some(old) if !by_place => by_function(old, &self.report.outcomes),
            _ => by_line(&self.report.outcomes),
        };
        let now = if by_place { by_line(&facts.outcomes) } else { by_function(program, &facts.outcomes) };
        let table = Table::new(&before, &now);
        folder.file(NAME, table.text(usize::MAX).as_bytes())?;
        Ok(format!("from {}: {}", self.folder.display(), table.text(SHOWN)))
    }
}

/// Branches with their names in words, and whether they are covered.
type Branches = BTreeMap<Identity, (String, bool)>;

fn by_function(program: &Program, outcomes: &[Branch]) -> Branches {
    let mut places: BTreeMap<String, BTreeMap<usize, usize>> = BTreeMap::new();
    let mut identity = |branch: BranchId| {
        let (condition, _) = program.condition_of(branch);
        let function = program.proc_of_condition(condition).map_or("", |proc| program.function(proc).name.as_str());
        let of_function = places.entry(function.into()).or_default();
        let next = of_function.len();
        let place = *of_function.entry(condition.index()).or_insert(next);
        (function.to_string(), place, branch::side(program, branch))
    };
    let named = program.counted().zip(outcomes);
    named.map(|(branch, one)| (identity(branch), (name(one), one.state == BranchState::Covered))).collect()
}

fn by_line(outcomes: &[Branch]) -> Branches {
    let identity = |one: &Branch| (one.file.clone(), one.line as usize, format!("{} {}", one.column, one.outcome));
    outcomes.iter().map(|one| (identity(one), (name(one), one.state == BranchState::Covered))).collect()
}

fn name(branch: &Branch) -> String {
    format!("{}:{}:{} {}", branch.file, branch.line, branch.column, branch.outcome)
}

/// What was gained and lost.
struct Table {
    n_before: usize,
    n_both: usize,
    /// Covered before, there still, and not covered.
    lost: BTreeSet<String>,
    /// Covered before, and there no more.
    gone: BTreeSet<String>,
    gained: BTreeSet<String>,
}

impl Table {
    fn new(before: &Branches, now: &Branches) -> Table {
        let covered = |branches: &'_ Branches, identity: &Identity| branches.get(identity).is_some_and(|one| one.1);
        let mut table =
            Table { n_before: 0, n_both: 0, lost: BTreeSet::new(), gone: BTreeSet::new(), gained: BTreeSet::new() };
        for (identity, (name, _)) in before.iter().filter(|(_, (_, is_covered))| *is_covered) {
            table.n_before += 1;
            match now.get(identity) {
                Some((_, true)) => table.n_both += 1,
                Some((name, false)) => drop(table.lost.insert(name.clone())),
                None => drop(table.gone.insert(name.clone())),
            }
        }
        let gained = now.iter().filter(|(identity, (_, is_covered))| *is_covered && !covered(before, identity));
        table.gained = gained.map(|(_, (name, _))| name.clone()).collect();
        table
    }

    fn text(&self, most: usize) -> String {
        let mut text =
            format!("{} branches were covered there, {} of them are covered here\n", self.n_before, self.n_both);
        for (what, rows) in [("lost", &self.lost), ("gained", &self.gained), ("no longer in the program", &self.gone)] {
            let _ = writeln!(text, "{what}: {}", rows.len());
            for row in rows.iter().take(most) {
                let _ = writeln!(text, "    {row}");
            }
            if rows.len() > most {
                let _ = writeln!(text, "    {} more: see {NAME}", rows.len() - most);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moved_is_neither_gained_nor_lost() {
        let one =
            |place, name: &str, is_covered| ((String::from("f"), place, "true".into()), (name.into(), is_covered));
        let before =
            Branches::from([one(0, "a:1", true), one(1, "a:2", true), one(2, "a:3", false), one(3, "a:9", true)]);
        let now = Branches::from([one(0, "a:5", true), one(1, "a:6", false), one(2, "a:7", true)]);
        let table = Table::new(&before, &now);
        let text = table.text(1);
        assert!(
            text.starts_with("3 branches were covered there, 1 of them are covered here\nlost: 1\n    a:6\n"),
            "{text}"
        );
        assert!(text.contains("gained: 1\n    a:7\n") && text.ends_with("program: 1\n    a:9\n"), "{text}");
    }
}
