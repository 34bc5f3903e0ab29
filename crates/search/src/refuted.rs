//! Why no input takes a branch: the ways to it that were refuted, each with the conditions that contradict.
//!
//! For people who want to see a proof, so the first few ways to a branch are kept, as long as nobody has covered it.
//! The tree counts all of them. Not asked by any strategy.

use crate::tree::{NodeId, Tree};
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
    /// `core` are places in `prefix`, which has a condition for each symbolic turn before the node that is not soft.
    pub(crate) fn new(tree: &Tree, node: NodeId, needed: ExprId, prefix: &[ExprId], core: &[usize]) -> Refutation {
        let turns = tree.prefix(node.path, node.position as usize);
        let symbolic: Vec<Turn> = turns.into_iter().filter(|turn| turn.is_flippable() && !turn.is_soft()).collect();
        let n_more = core.len().saturating_sub(CONDITIONS);
        let shown = core.iter().skip(n_more).filter_map(|&at| Some((*symbolic.get(at)?, *prefix.get(at)?)));
        Refutation { node, needed, against: shown.collect(), n_more }
    }
}

/// The ways refuted so far, by branch.
#[derive(Debug, Default)]
pub(crate) struct Refuted {
    ways: FxHashMap<u32, Vec<Refutation>>,
}

impl Refuted {
    /// Adds a way, if there is room for one more.
    pub(crate) fn add(&mut self, branch: BranchId, make: impl FnOnce() -> Refutation) {
        let ways = self.ways.entry(branch.0).or_default();
        if ways.len() < KEPT {
            ways.push(make());
        }
    }

    pub(crate) fn of(&self, branch: BranchId) -> &[Refutation] {
        self.ways.get(&branch.0).map_or(&[], Vec::as_slice)
    }
}
