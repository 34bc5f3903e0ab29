//! Two campaigns beside each other: which branches were gained and lost, which bugs are new and which are gone.
//!
//! Lines move when a program changes, so a branch is known by its function, the place of its condition among those of the function, and
//! its side; in reports of versions that did not write functions, by its line. A bug is known by its kind and file, and by its line as
//! far as that can tell two of them apart.

use crate::report::{Branch, BranchState, Report, Reported};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What tells a branch from others of its program, also when lines move.
type Identity = (String, usize, String);

/// Branches with their names in words, and whether they are covered.
type Branches = BTreeMap<Identity, (String, bool)>;

/// The conditions of a function by line and column, numbered in this order.
type Conditions = BTreeMap<(u32, u32), usize>;

/// What changed from one campaign to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Branches that were covered before.
    pub n_before: usize,
    /// Those of them that are covered now.
    pub n_both: usize,
    /// Branches that are covered now and were not before, as `file:line:column side`.
    pub gained: BTreeSet<String>,
    /// Branches that were covered before, are there still, and are not covered.
    pub lost: BTreeSet<String>,
    /// Branches that were covered before and are no longer in the program.
    pub gone: BTreeSet<String>,
    /// Bugs that were found before and are not found now.
    pub fixed: Vec<Reported>,
    /// Bugs that are found now and were not before.
    pub fresh: Vec<Reported>,
}

impl Comparison {
    /// What changed since an earlier campaign.
    pub fn new(before: &Report, now: &Report) -> Comparison {
        let is_named = |report: &Report| report.outcomes.iter().any(|one| !one.function.is_empty());
        let identify = if is_named(before) && is_named(now) { by_function } else { by_line };
        let mut comparison = Comparison::of_branches(&identify(&before.outcomes), &identify(&now.outcomes));
        comparison.fixed = unmatched(&before.findings, &now.findings);
        comparison.fresh = unmatched(&now.findings, &before.findings);
        comparison
    }

    fn of_branches(before: &Branches, now: &Branches) -> Comparison {
        let mut comparison = Comparison::default();
        for (identity, (name, _)) in before.iter().filter(|(_, (_, is_covered))| *is_covered) {
            comparison.n_before += 1;
            match now.get(identity) {
                Some((_, true)) => comparison.n_both += 1,
                Some((name, false)) => drop(comparison.lost.insert(name.clone())),
                None => drop(comparison.gone.insert(name.clone())),
            }
        }
        let was_covered = |identity: &Identity| before.get(identity).is_some_and(|one| one.1);
        let gained = now.iter().filter(|(identity, (_, is_covered))| *is_covered && !was_covered(identity));
        comparison.gained = gained.map(|(_, (name, _))| name.clone()).collect();
        comparison
    }

    /// As text; lists are cut after so many rows, and where the rest is has to be said.
    pub fn text(&self, most: usize, rest: &str) -> String {
        let mut text =
            format!("{} branches were covered there, {} of them are covered here\n", self.n_before, self.n_both);
        for (what, rows) in [("lost", &self.lost), ("gained", &self.gained), ("no longer in the program", &self.gone)] {
            let _ = writeln!(text, "{what}: {}", rows.len());
            for row in rows.iter().take(most) {
                let _ = writeln!(text, "    {row}");
            }
            if rows.len() > most {
                let _ = writeln!(text, "    {} more: see {rest}", rows.len() - most);
            }
        }
        for (what, bugs) in [("no longer found", &self.fixed), ("newly found", &self.fresh)] {
            for bug in bugs {
                let _ = writeln!(text, "{what}: {}", bug.name());
            }
        }
        text
    }
}

fn by_function<'a>(outcomes: &'a [Branch]) -> Branches {
    let mut conditions: BTreeMap<(&str, &str), Conditions> = BTreeMap::new();
    let mut identity = |one: &'a Branch| {
        let of_function = conditions.entry((file_name(&one.file), &one.function)).or_default();
        let next = of_function.len();
        let place = *of_function.entry((one.line, one.column)).or_insert(next);
        (format!("{} {}", file_name(&one.file), one.function), place, one.outcome.clone())
    };
    // In the order of lines: compilers change the order of blocks.
    let mut sorted: Vec<&Branch> = outcomes.iter().collect();
    sorted.sort_by_key(|one| (&one.file, one.line, one.column));
    sorted.into_iter().map(|one| (identity(one), told(one))).collect()
}

fn by_line(outcomes: &[Branch]) -> Branches {
    let identity = |one: &Branch| (one.file.clone(), one.line as usize, format!("{} {}", one.column, one.outcome));
    outcomes.iter().map(|one| (identity(one), told(one))).collect()
}

/// The file without its folder, which may be another one for another build.
fn file_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

fn told(branch: &Branch) -> (String, bool) {
    let name = format!("{}:{}:{} {}", branch.file, branch.line, branch.column, branch.outcome);
    (name, branch.state == BranchState::Covered)
}

/// The bugs of one list that the other does not have: equals go first, then those that may have moved within their file.
fn unmatched(of: &[Reported], among: &[Reported]) -> Vec<Reported> {
    let same: fn(&Reported, &Reported) -> bool = |a, b| kin(a, b) && a.line == b.line;
    let mut left: Vec<&Reported> = of.iter().collect();
    let mut partners: Vec<&Reported> = among.iter().collect();
    for is_match in [same, kin] {
        left.retain(|bug| match partners.iter().position(|partner| is_match(bug, partner)) {
            Some(at) => {
                partners.remove(at);
                false
            }
            None => true,
        });
    }
    left.into_iter().cloned().collect()
}

fn kin(a: &Reported, b: &Reported) -> bool {
    a.kind == b.kind && file_name(&a.file) == file_name(&b.file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(line: u32, is_covered: bool) -> Branch {
        let state = if is_covered { BranchState::Covered } else { BranchState::NotTried };
        let (file, outcome, function) = ("/src/a.c".into(), "true".into(), "f".into());
        Branch { file, line, column: 1, outcome, function, state, ..Branch::default() }
    }

    fn report(branches: &[(u32, bool)], bugs: &[(&str, u32)]) -> Report {
        let bug = |&(kind, line): &(&str, u32)| Reported { kind: kind.into(), line, ..Reported::default() };
        Report {
            outcomes: branches.iter().map(|&(line, is_covered)| branch(line, is_covered)).collect(),
            findings: bugs.iter().map(bug).collect(),
            ..Report::default()
        }
    }

    #[test]
    fn what_moved_is_neither_gained_nor_lost() {
        let before = report(&[(1, true), (2, true), (3, false), (9, true)], &[("abort", 4), ("abort", 7), ("null", 1)]);
        let now = report(&[(5, true), (6, false), (7, true)], &[("abort", 8), ("overflow", 2)]);
        let text = Comparison::new(&before, &now).text(1, "x");
        assert_eq!(
            text,
            "3 branches were covered there, 1 of them are covered here\nlost: 1\n    /src/a.c:6:1 true\ngained: 1\n    \
             /src/a.c:7:1 true\nno longer in the program: 1\n    /src/a.c:9:1 true\nno longer found: abort at :7\n\
             no longer found: null at :1\nnewly found: overflow at :2\n"
        );
    }

    #[test]
    fn older_reports_are_compared_by_line() {
        let mut before = report(&[(1, true), (2, true)], &[]);
        before.outcomes.iter_mut().for_each(|one| one.function.clear());
        let comparison = Comparison::new(&before, &report(&[(2, true), (3, true)], &[]));
        assert_eq!((comparison.n_both, comparison.gained.len(), comparison.gone.len()), (1, 1, 1));
    }
}
