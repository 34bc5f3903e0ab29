//! The numbers every campaign reports: plain data, filled by the campaign, written by others.

use std::time::Duration;

/// What a campaign did so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Runs of the program, seeds included.
    pub iterations: u64,
    /// Runs without symbols, to see whether an input is worth one of the others.
    pub scouted: u64,
    /// Runs that were made before, by an earlier part of the campaign or another worker, and are not counted again.
    pub reruns: u64,
    /// Of the tree's paths, how many somebody else had taken before.
    pub adopted: u64,
    /// Questions that other workers have taken.
    pub elsewhere: u64,
    /// Time since the start, as the campaign was told.
    pub wall: Duration,
    /// Runs by how they ended.
    pub runs: Runs,
    /// Paths in the tree.
    pub paths: u64,
    /// Branches covered and all branches.
    pub covered: usize,
    /// All branches that can run.
    pub branches: usize,
    /// Runs that did not take the branch they were made for.
    pub divergences: u64,
    /// What the solver was asked and answered.
    pub solver: Queries,
    /// Coverage as it grew, and where it ended.
    pub curve: Vec<Point>,
    /// Outcomes that nobody tried.
    pub untried: u64,
    /// Values that paths relied on; other values were not tried.
    pub fixed: u64,
    /// Outcomes that need a longer input than allowed.
    pub too_long: u64,
    /// Forks that no symbolic branch explains.
    pub surprises: u64,
    /// What was merged.
    pub merged: Merged,
    /// How often the strategy had to fall back on another rule.
    pub fallbacks: u64,
    /// What the strategy said about itself.
    pub notes: Vec<(String, u64)>,
}

/// Branches of the source that split no path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Conditions of the source that did so somewhere.
    pub conditions: u64,
    /// How often, over all paths.
    pub turns: u64,
    /// The ways through the program that all paths stand for, at most; `None` when there are more than can be counted.
    pub ways: Option<u64>,
}

/// Runs by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// By themselves, without a finding.
    pub ok: u64,
    /// With a finding.
    pub findings: u64,
    /// Stopped by a limit.
    pub limited: u64,
}

/// Queries to the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queries {
    /// All of them.
    pub calls: u64,
    /// With a new input for answer.
    pub sat: u64,
    /// Proved impossible.
    pub unsat: u64,
    /// Not decided.
    pub unknown: u64,
    /// Let go of soft turns of their parent.
    pub relaxed: u64,
    /// Conditions of all queries together, the flipped ones included.
    pub conditions: u64,
    /// Conditions of the largest query.
    pub conditions_max: u64,
    /// Time spent in the solver, as the campaign was told.
    pub wall: Duration,
}

/// Coverage at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Runs until then.
    pub iteration: u64,
    /// Time until then.
    pub wall: Duration,
    /// Branches covered.
    pub covered: usize,
}

impl Queries {
    /// Mean number of conditions of a query; 0 without queries.
    pub fn conditions_mean(&self) -> f64 {
        if self.calls == 0 { 0.0 } else { self.conditions as f64 / self.calls as f64 }
    }

    pub(crate) fn asked(&mut self, n_conditions: usize) {
        self.calls += 1;
        self.conditions += n_conditions as u64;
        self.conditions_max = self.conditions_max.max(n_conditions as u64);
    }
}

impl Statistics {
    /// Runs needed to cover this many branches; `None` when that was not reached.
    pub fn iterations_to(&self, covered: usize) -> Option<u64> {
        self.curve.iter().find(|point| point.covered >= covered).map(|point| point.iteration)
    }

    /// Did the search leave nothing open: untried, undecided, diverged, relied on, or too long for an input? That is less than a
    /// claim about the program, since runs may not have told everything.
    pub fn leaves_nothing(&self) -> bool {
        let open = [self.untried, self.fixed, self.divergences, self.solver.unknown, self.too_long];
        open.iter().all(|&n| n == 0)
    }

    /// Takes away the point that marked an end which turned out to be none.
    pub(crate) fn resume(&mut self) {
        if let [.., before, last] = &self.curve[..]
            && before.covered == last.covered
        {
            self.curve.pop();
        }
    }

    /// Adds a point to the curve if coverage grew, or always at the end.
    pub(crate) fn mark(&mut self, is_end: bool) {
        let point = Point { iteration: self.iterations, wall: self.wall, covered: self.covered };
        let grew = self.curve.last().is_none_or(|last| last.covered < point.covered);
        let moved = self.curve.last().is_none_or(|last| last.iteration < point.iteration);
        if grew || (is_end && moved) {
            self.curve.push(point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_has_each_growth_and_the_end() {
        let mut statistics = Statistics::default();
        for (iteration, covered) in [(1, 4), (2, 4), (3, 6), (4, 6)] {
            (statistics.iterations, statistics.covered) = (iteration, covered);
            statistics.mark(false);
        }
        statistics.mark(true);
        statistics.mark(true);
        let points: Vec<_> = statistics.curve.iter().map(|point| (point.iteration, point.covered)).collect();
        assert_eq!(points, [(1, 4), (3, 6), (4, 6)]);
        statistics.resume();
        assert_eq!(statistics.curve.len(), 2);
        statistics.resume();
        assert_eq!(statistics.curve.len(), 2, "coverage grew there");
        assert_eq!([4, 5, 6, 7].map(|covered| statistics.iterations_to(covered)), [Some(1), Some(3), Some(3), None]);
    }

    #[test]
    fn sizes_of_queries() {
        let mut queries = Queries::default();
        assert_eq!(queries.conditions_mean(), 0.0);
        [3, 2, 1].into_iter().for_each(|n| queries.asked(n));
        assert_eq!((queries.calls, queries.conditions_mean(), queries.conditions_max), (3, 2.0, 3));
    }
}
