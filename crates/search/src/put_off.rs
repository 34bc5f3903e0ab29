//! Questions that only an expensive solver may answer, put off while cheap ones are left.
//!
//! A second of an SMT solver is worth hundreds of other questions, and most of what it would be asked about early (the
//! tenth digit of a number) another path makes unnecessary. So one is due only when the strategy has nothing left, or after
//! many runs in a row that covered nothing, and then only for a branch that is not covered.
//! Invariant: depends on the sequence of candidates and not on time; every question put off is asked if the campaign goes on.

use crate::coverage::Coverage;
use crate::tree::{NodeId, Outcome, PathId, Tree};
use std::collections::VecDeque;

/// Runs without new coverage before one question is due: at a millisecond or more for each, the solver then has at most
/// about half of the time. Asking at once took 98 % of it on cJSON and covered fewer branches; after 100, half on `strtod`.
const PATIENCE: u32 = 400 * RUN;
/// A run of a new path counts for so many other candidates: most of these are questions refuted from memory. Counted alike, the SMT solver
/// had nine tenths of the time on jansson, where five in six questions are refuted so.
const RUN: u32 = 16;

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
    idle: Idle,
}

/// For how long nothing was covered and nothing put off was asked.
#[derive(Debug, Default)]
struct Idle {
    cost: u32,
    /// Paths, and branches covered, when that was looked at last.
    n_paths: usize,
    n_covered: usize,
}

impl Idle {
    /// Is it long enough? To be called after each candidate, with what there is now.
    fn is_long(&mut self, n_paths: usize, n_covered: usize) -> bool {
        self.cost += if n_paths > self.n_paths { RUN } else { 1 };
        if n_covered > self.n_covered {
            self.cost = 0;
        }
        (self.n_paths, self.n_covered) = (n_paths, n_covered);
        self.cost >= PATIENCE
    }
}

impl PutOff {
    pub(crate) fn add(&mut self, question: Question) {
        self.waiting.push_back(question);
    }

    /// The oldest question.
    pub(crate) fn take(&mut self) -> Option<Question> {
        self.idle.cost = 0;
        self.waiting.pop_front()
    }

    /// The oldest question about a branch that is not covered, if it is time for one. To be called before each candidate.
    pub(crate) fn due(&mut self, tree: &Tree, coverage: &Coverage) -> Option<Question> {
        if !self.idle.is_long(tree.n_paths(), coverage.n_covered()) {
            return None;
        }
        self.idle.cost = 0;
        let is_open = |question: &Question| {
            let branch = tree.branch_of(tree.turn(question.node), question.outcome);
            branch.is_some_and(|branch| coverage.is_wanted(branch))
        };
        let at = self.waiting.iter().position(is_open)?;
        self.waiting.remove(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After how many candidates it is time; each makes so many paths.
    fn wait(idle: &mut Idle, paths_each: usize) -> usize {
        let start = idle.n_paths;
        (1..).find(|number| idle.is_long(start + number * paths_each, idle.n_covered)).expect("it comes")
    }

    #[test]
    fn refuted_questions_are_a_small_part_of_a_run() {
        assert_eq!(wait(&mut Idle::default(), 1), 400);
        assert_eq!(wait(&mut Idle::default(), 0), 6400);
    }

    #[test]
    fn what_is_covered_begins_it_anew() {
        let mut idle = Idle::default();
        (1..400).for_each(|number| assert!(!idle.is_long(number, 0)));
        assert!(!idle.is_long(400, 1));
        assert_eq!(wait(&mut idle, 1), 400);
    }
}
