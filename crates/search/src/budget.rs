//! When a campaign ends. Time is an argument: the campaign is told how long it has been running.

use std::fmt;
use std::time::Duration;
use symcrete_model::BranchId;

/// What a campaign may use and what it is after. Everything is optional; nothing set runs until the tree is exhausted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Runs of the program, seeds included. Default: no limit.
    pub iterations: Option<u64>,
    /// Time since the start. Default: no limit.
    pub time: Option<Duration>,
    /// Queries to the solver. Default: no limit.
    pub solver_calls: Option<u64>,
    /// Branches to cover, in number. Default: no goal.
    pub coverage: Option<usize>,
    /// A branch to take. Default: none.
    pub target: Option<BranchId>,
}

/// Why a campaign ended. None of them is a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The strategy had nothing left to try; whether every feasible path was explored is in the statistics.
    Exhausted,
    /// The limit on runs or on queries was reached.
    Iterations,
    /// The limit on time was reached.
    Time,
    /// As many branches as asked for are covered, or the observer has what it is after.
    Coverage,
    /// The target was taken.
    Target,
    /// The observer asked to stop.
    Interrupted,
}

impl StopReason {
    /// The word for it in reports.
    pub const fn name(self) -> &'static str {
        match self {
            StopReason::Exhausted => "exhausted",
            StopReason::Iterations => "iterations",
            StopReason::Time => "time",
            StopReason::Coverage => "coverage",
            StopReason::Target => "target",
            StopReason::Interrupted => "interrupted",
        }
    }

    /// What happened, as part of a sentence for people.
    pub const fn sentence(self) -> &'static str {
        match self {
            StopReason::Exhausted => "nothing was left to try",
            StopReason::Iterations => "the limit on runs was reached",
            StopReason::Time => "the time limit was reached",
            StopReason::Coverage => "the requested coverage was reached",
            StopReason::Target => "the target was reached",
            StopReason::Interrupted => "it was interrupted",
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
