//! Questions that only an expensive solver may answer, put off while cheap ones are left.
//!
//! A second of an SMT solver is worth hundreds of other questions, and most of what it would be asked about early (the
//! tenth digit of a number) another path makes unnecessary. So one is due only when the strategy has nothing left, or after
//! many candidates in a row that covered nothing, and then only for a branch that is not covered.
//! Invariant: depends on the sequence of candidates and not on time; every question put off is asked if the campaign goes on.

use crate::coverage::Coverage;
use crate::tree::{NodeId, Outcome, PathId, Tree};
use std::collections::VecDeque;

/// Candidates without new coverage before one question is due: at a millisecond or more for each, the solver then has at most
/// about half of the time. Asking at once took 98 % of it on cJSON and covered fewer branches; after 100, half on `strtod`.
const PATIENCE: u32 = 400;

/// The way to an outcome of a node, by a path whose input gives the other bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) node: NodeId,
    pub(crate) outcome: Outcome,
    pub(crate) via: PathId,
}

/// What was put off, oldest first.
#[derive(Debug, Default)]
pub(crate) struct PutOff {
    waiting: VecDeque<Question>,
    /// Candidates since the last one that covered something, or the last question from here.
    n_idle: u32,
    /// Branches covered when that was looked at last.
    n_covered: usize,
}

impl PutOff {
    pub(crate) fn add(&mut self, question: Question) {
        self.waiting.push_back(question);
    }

    /// The oldest question.
    pub(crate) fn take(&mut self) -> Option<Question> {
        self.n_idle = 0;
        self.waiting.pop_front()
    }

    /// The oldest question about a branch that is not covered, if it is time for one. To be called before each candidate.
    pub(crate) fn due(&mut self, tree: &Tree, coverage: &Coverage) -> Option<Question> {
        self.n_idle = if coverage.n_covered() > self.n_covered { 0 } else { self.n_idle + 1 };
        self.n_covered = coverage.n_covered();
        if self.n_idle < PATIENCE {
            return None;
        }
        self.n_idle = 0;
        let is_open = |question: &Question| {
            let branch = tree.branch_of(tree.turn(question.node), question.outcome);
            branch.is_some_and(|branch| !coverage.is_covered(branch))
        };
        let at = self.waiting.iter().position(is_open)?;
        self.waiting.remove(at)
    }
}
