//! Why no input takes a branch: the ways to it that were refuted, each with the conditions that contradict.
//!
//! For people who want to see a proof, so the first few ways to a branch are kept, as long as nobody has covered it.
//! The tree counts all of them. Not asked by any strategy.

use crate::relax::Condition;
use crate::tree::NodeId;
use crate::turn::Turn;
use rustc_hash::FxHashMap;
use symcrete_expr::ExprId;
use symcrete_model::BranchId;

/// Ways kept for one branch: what people look at.
const KEPT: usize = 3;
/// Conditions kept for one way, the last ones; of a contradiction of more, people read no more.
const CONDITIONS: usize = 5;

/// One way to a branch, and why no input takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// Where the way leaves a path that was run.
    pub node: NodeId,
    /// What would have to hold there.
    pub needed: ExprId,
    /// What contradicts it: turns of the path with the conditions that held, in order.
    pub against: Vec<(Turn, ExprId)>,
    /// Conditions of the contradiction before those.
    pub n_more: usize,
}

impl Refutation {
    /// What is needed contradicts these.
    pub(crate) fn new(node: NodeId, needed: ExprId, against: &[Condition]) -> Refutation {
        let n_more = against.len().saturating_sub(CONDITIONS);
        let shown = against.iter().skip(n_more).map(|one| (one.turn, one.term));
        Refutation { node, needed, against: shown.collect(), n_more }
    }
}

/// The ways refuted so far, by branch.
#[derive(Debug, Default)]
pub(crate) struct Refuted {
    ways: FxHashMap<u32, Vec<Refutation>>,
}

impl Refuted {
    /// Adds a way, if there is room for one more. One that nothing stands against (the program does not come to a merged branch there, whatever the
    /// input) makes room for one that is explained.
    pub(crate) fn add(&mut self, branch: BranchId, make: impl FnOnce() -> Refutation) {
        let ways = self.ways.entry(branch.0).or_default();
        let bare = ways.iter().position(|way| way.against.is_empty());
        if ways.len() == KEPT && bare.is_none() {
            return;
        }
        let way = make();
        match bare.filter(|_| !way.against.is_empty()) {
            Some(at) => ways[at] = way,
            None if ways.len() < KEPT => ways.push(way),
            None => {}
        }
    }

    pub(crate) fn of(&self, branch: BranchId) -> &[Refutation] {
        self.ways.get(&branch.0).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::PathId;
    use symcrete_expr::Arena;

    #[test]
    fn ways_with_an_explanation_are_kept() {
        let mut refuted = Refuted::default();
        let turn = Turn::branch(BranchId(0), None);
        let mut add = |position: u32, n_against: usize| {
            let node = NodeId { path: PathId(0), position };
            let against = vec![Condition { term: Arena::TRUE, turn }; n_against];
            refuted.add(BranchId(7), || Refutation::new(node, Arena::TRUE, &against));
        };
        [(0, 0), (1, 1), (2, 0), (3, 2), (4, 0), (5, 9), (6, 1)].into_iter().for_each(|(at, n)| add(at, n));
        let kept: Vec<(u32, usize)> =
            refuted.of(BranchId(7)).iter().map(|way| (way.node.position, way.against.len() + way.n_more)).collect();
        assert_eq!(kept, [(1, 1), (3, 2), (5, 9)]);
    }
}
