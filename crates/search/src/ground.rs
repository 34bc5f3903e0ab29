//! A tree of paths with what belongs to it, and whether it still pays to look for more of them.
//!
//! Where ways were merged, the same program has two trees: one whose paths stand for many ways, and one in which each way is a path. Which of them
//! covers more depends on how dear questions about merged ways are, and that only asking shows. So a campaign that
//! may merge has both, and changes from one to the other when nothing was covered for long; inputs that covered something are run in both.
//! Each time it stays twice as long. Invariant: costs are counted, not timed, so the same seed changes at the same run.

use crate::merge::Merge;
use crate::put_off::PutOff;
use crate::refuted::Refuted;
use crate::tree::Tree;
use symcrete_model::Program;

/// Steps that may be spent without covering anything before it is the other tree's turn: about two seconds.
const LIMIT: u64 = 2_000_000;
/// What a candidate costs besides the solver's steps: one that was run, and any other.
const RUN: u64 = 1500;
const QUESTION: u64 = 100;

/// A tree and what belongs to it.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) tree: Tree,
    pub(crate) put_off: PutOff,
    pub(crate) refuted: Refuted,
    pub(crate) merge: Merge,
    /// Questions about it that nobody could answer, and outcomes that need too long an input.
    pub(crate) n_unknown: u64,
    pub(crate) n_too_long: u64,
    /// Of its paths, how many somebody else had taken before.
    pub(crate) n_adopted: u64,
    /// Of the inputs that every tree gets, how many it has had.
    pub(crate) n_known: usize,
    patience: Patience,
}

/// What was spent without covering anything.
#[derive(Debug)]
struct Patience {
    spent: u64,
    limit: u64,
    n_covered: usize,
    n_paths: usize,
}

impl Ground {
    pub(crate) fn new(program: &Program, merge: Merge) -> Ground {
        let (tree, put_off, refuted) = (Tree::new(program), PutOff::default(), Refuted::default());
        let patience = Patience { spent: 0, limit: LIMIT, n_covered: 0, n_paths: 0 };
        Ground { tree, put_off, refuted, merge, n_unknown: 0, n_too_long: 0, n_adopted: 0, n_known: 0, patience }
    }

    /// Counts what the solver did.
    pub(crate) fn spend(&mut self, n_steps: u64) {
        self.patience.spent += n_steps;
    }

    /// Counts a candidate: has too much been spent without covering anything?
    pub(crate) fn is_spent(&mut self, n_covered: usize) -> bool {
        self.patience.counted(self.tree.n_paths(), n_covered)
    }

    /// Begins to count anew, for longer.
    pub(crate) fn renew(&mut self) {
        self.patience.spent = 0;
        self.patience.limit *= 2;
    }
}

impl Patience {
    fn counted(&mut self, n_paths: usize, n_covered: usize) -> bool {
        self.spent += if n_paths > self.n_paths { RUN } else { QUESTION };
        if n_covered > self.n_covered {
            self.spent = 0;
        }
        (self.n_paths, self.n_covered) = (n_paths, n_covered);
        self.spent > self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_covers_something_may_go_on() {
        let mut patience = Patience { spent: 0, limit: 5 * RUN, n_covered: 0, n_paths: 0 };
        assert_eq!((1..).find(|&n| patience.counted(n, 0)), Some(6), "by runs");
        assert!(!patience.counted(6, 1));
        assert_eq!(
            (1..).find(|_| patience.counted(6, 1)),
            Some(5 * (RUN / QUESTION) as usize + 1),
            "by questions without a run"
        );
    }
}
