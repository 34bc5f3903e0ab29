//! The report of several workers: what all of them did, and of each branch the least that any of them says.
//!
//! A branch that one covered is covered. Of one that nobody covered, each worker knows what its own paths say; a proof needs all of them, so
//! anything less that one of them says is what is written.

use super::Facts;
use std::collections::BTreeMap;
use symcrete_corpus::report::{Covered, Lost, Runs, Solver};
use symcrete_corpus::{Branch, BranchState};

/// One report of several about the same program; the first one's where they say the same.
pub fn merged(reports: Vec<Facts>) -> Option<Facts> {
    let mut reports = reports.into_iter();
    let first = reports.next()?;
    Some(reports.fold(first, both))
}

/// The report of one who knows how everybody ended, and that of another, who may have ended before that was known. What the first claims is claimed for all: what the
/// other leaves open was open only then.
pub fn concluded(own: Facts, mut other: Facts) -> Facts {
    let (complete, doubts) = (own.complete, own.doubts.clone());
    if complete && !other.complete {
        let open = other.outcomes.iter_mut().zip(&own.outcomes);
        open.filter(|(other, _)| other.state != BranchState::Covered).for_each(|(other, own)| other.clone_from(own));
    }
    let all = both(own, other);
    let doubts = if complete { doubts } else { all.doubts };
    Facts { complete, doubts, ..all }
}

fn both(one: Facts, other: Facts) -> Facts {
    let same = one.clone();
    let mut lost: BTreeMap<(String, u32, u32, String), u64> = BTreeMap::new();
    for Lost { file, line, column, what, count } in one.lost.into_iter().chain(other.lost) {
        *lost.entry((file, line, column, what)).or_default() += count;
    }
    let lost = lost.into_iter().map(|((file, line, column, what), count)| Lost { file, line, column, what, count });
    let outcomes: Vec<Branch> = one.outcomes.into_iter().zip(other.outcomes).map(|(a, b)| least(a, b)).collect();
    let n_covered = outcomes.iter().filter(|branch| branch.state == BranchState::Covered).count() as u64;
    let uncalled = one.branches.uncalled.min(other.branches.uncalled);
    Facts {
        complete: one.complete && other.complete,
        too_long: one.too_long + other.too_long,
        iterations: one.iterations + other.iterations,
        scouted: one.scouted + other.scouted,
        wall_s: one.wall_s.max(other.wall_s),
        branches: Covered { covered: n_covered, total: one.branches.total, uncalled },
        divergences: one.divergences + other.divergences,
        diverged: [one.diverged, other.diverged].concat(),
        nondeterministic: one.nondeterministic.or(other.nondeterministic),
        solver: solver(one.solver, other.solver),
        runs: runs(one.runs, other.runs),
        findings: distinct(one.findings, other.findings),
        curve: curve(one.curve, other.curve, n_covered),
        notes: other.notes.into_iter().fold(one.notes, |mut notes, (name, n)| {
            *notes.entry(name).or_default() += n;
            notes
        }),
        lost: lost.collect(),
        workers: [one.workers, other.workers].concat(),
        unset: distinct(one.unset, other.unset),
        doubts: distinct(one.doubts, other.doubts),
        unvaried: distinct(one.unvaried, other.unvaried),
        outcomes,
        ..same
    }
}

/// What is written of a branch: that it is covered, or the least that is said.
fn least(one: Branch, other: Branch) -> Branch {
    let rank = |branch: &Branch| match branch.state {
        BranchState::Covered => 0,
        BranchState::Unknown => 1,
        BranchState::NotTried => 2,
        BranchState::NotCovered => 3,
        BranchState::Infeasible => 4,
    };
    let merged = one.merged || other.merged;
    let is_first = match (one.state, other.state) {
        // The earlier test is the one that covered it first.
        (BranchState::Covered, BranchState::Covered) => {
            !one.test.is_empty() && (other.test.is_empty() || one.test <= other.test)
        }
        // Of two that say the same, the one that explains it.
        _ => (rank(&one), one.refuted.is_empty()) <= (rank(&other), other.refuted.is_empty()),
    };
    Branch { merged, ..if is_first { one } else { other } }
}

fn distinct<T: PartialEq>(one: Vec<T>, other: Vec<T>) -> Vec<T> {
    other.into_iter().fold(one, |mut all, next| {
        if !all.contains(&next) {
            all.push(next);
        }
        all
    })
}

fn runs(one: Runs, other: Runs) -> Runs {
    Runs {
        ok: one.ok + other.ok,
        crashed: one.crashed + other.crashed,
        timed_out: one.timed_out + other.timed_out,
        limited: one.limited + other.limited,
    }
}

fn solver(one: Solver, other: Solver) -> Solver {
    let calls = one.calls + other.calls;
    let conditions = one.conditions_mean * one.calls as f64 + other.conditions_mean * other.calls as f64;
    let mut by_stage = one.by_stage;
    for (stage, n) in other.by_stage {
        *by_stage.entry(stage).or_default() += n;
    }
    Solver {
        calls,
        sat: one.sat + other.sat,
        unsat: one.unsat + other.unsat,
        unknown: one.unknown + other.unknown,
        relaxed: one.relaxed + other.relaxed,
        conditions_mean: if calls == 0 { 0.0 } else { conditions / calls as f64 },
        conditions_max: one.conditions_max.max(other.conditions_max),
        wall_s: one.wall_s + other.wall_s,
        by_stage,
    }
}

/// Coverage as it grew: at each moment that of the worker with most, at the end that of all.
fn curve(one: Vec<(u64, f64, u64)>, other: Vec<(u64, f64, u64)>, n_covered: u64) -> Vec<(u64, f64, u64)> {
    let mut points = [one, other].concat();
    points.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (mut iteration, mut most) = (0, 0);
    let mut grown: Vec<(u64, f64, u64)> = Vec::new();
    for (at, wall, covered) in points.iter().copied() {
        iteration = iteration.max(at);
        if covered > most {
            most = covered;
            grown.push((iteration, wall, covered));
        }
    }
    if let Some(&(_, wall, _)) = points.last() {
        grown.push((iteration, wall, n_covered));
    }
    grown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(states: &[BranchState], complete: bool) -> Facts {
        let branch = |&state: &BranchState| Branch { state, why: format!("{complete}"), ..Branch::default() };
        Facts { outcomes: states.iter().map(branch).collect(), complete, iterations: 5, ..Facts::default() }
    }

    #[test]
    fn what_one_covered_is_covered_and_a_proof_needs_all() {
        use BranchState::{Covered, Infeasible, NotCovered, NotTried, Unknown};
        let one = report(&[Covered, Infeasible, Infeasible, Unknown, NotTried], true);
        let other = report(&[Infeasible, Infeasible, NotCovered, Covered, Infeasible], true);
        let all = merged(vec![one.clone(), other.clone()]).expect("two");
        let states: Vec<BranchState> = all.outcomes.iter().map(|branch| branch.state).collect();
        assert_eq!(states, [Covered, Infeasible, NotCovered, Covered, NotTried]);
        assert_eq!((all.complete, all.iterations, all.branches.covered), (true, 10, 2));
        let all = merged(vec![one, Facts { complete: false, ..other }]).expect("two");
        assert!(!all.complete);
    }

    #[test]
    fn what_was_open_when_another_ended_is_not_open_at_the_end() {
        use BranchState::{Covered, Infeasible, NotTried};
        let states = |all: &Facts| all.outcomes.iter().map(|branch| branch.state).collect::<Vec<_>>();
        let (own, early) =
            (report(&[Covered, Infeasible, Infeasible], true), report(&[NotTried, NotTried, Covered], false));
        let all = concluded(own.clone(), early.clone());
        assert_eq!((all.complete, states(&all)), (true, vec![Covered, Infeasible, Covered]));
        let all = concluded(Facts { complete: false, ..own }, Facts { complete: true, ..early });
        assert_eq!((all.complete, states(&all)), (false, vec![Covered, NotTried, Covered]));
    }
}
