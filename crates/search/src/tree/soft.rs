//! Soft turns of the tree: both of their ways are outcomes of one node, and a run that takes either stays on the path.

use super::{Outcome, PathId, State, Tree};
use crate::turn::Turn;

impl Tree {
    /// The outcome that a run took at a soft site; none of them where it did not come, or where nothing is said about a run.
    pub(super) fn soft_outcome(&self, turn: Turn) -> Outcome {
        let taken = turn.as_branch().map(|branch| branch.0 - self.site(branch).0);
        Outcome(taken.unwrap_or(u32::MAX))
    }

    /// Marks what a run took at the soft sites of its path. Says whether one of them was asked for.
    pub(super) fn take_soft(&mut self, mut path: PathId, turns: &[Turn]) -> bool {
        let mut is_asked = false;
        for (position, &turn) in turns.iter().enumerate().rev().filter(|(_, turn)| turn.is_soft()) {
            if turn.as_branch().is_none() {
                continue;
            }
            let node = self.node_at(path, position as u32);
            // Nodes before this one belong to the same path or to one above it.
            path = node.path;
            let outcome = self.soft_outcome(turn);
            is_asked |= self.state(node, outcome) == State::InFlight;
            self.set_one(node, outcome, State::Explored);
        }
        is_asked
    }
}
