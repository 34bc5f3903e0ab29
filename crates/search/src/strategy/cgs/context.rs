//! The k-context of a branch on a path: how the run got there.
//!
//! Walk back from the branch, itself included, and collect branches until there are k; leave out every branch that
//! dominates it, since every way to it has those. Dominance is per function, so callers' branches stay. Earlier
//! occurrences of the branch itself count: a loop seen three times is another context than one seen five times.
//! Branches without a source conditional count too; fixed values do not.
//!
//! A branch of a `switch` has several pairs, each a branch of its own. So what is selected is a pair, and its context is
//! the branches before with the pair at the end; for two outcomes that is the same as the branch at the end.

use crate::hash::chain;
use crate::tree::{NodeId, Outcome, Tree};
use crate::turn::Turn;
use symcrete_model::{BranchDominance, BranchId, Program};

/// Finds contexts, with or without dominators.
#[derive(Clone, Debug)]
pub struct Contexts<'p> {
    program: &'p Program,
    /// `None` when dominators stay in contexts.
    dominance: Option<BranchDominance<'p>>,
    /// By branch the others that dominate it, in order, once asked for.
    dominators: Vec<Option<Box<[BranchId]>>>,
    /// By function its branches.
    branches: Vec<Vec<BranchId>>,
}

/// What a context has before the branch itself, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Before(pub(super) u64);

/// What a context has before the branch, and whether that is all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Context {
    pub(super) before: Before,
    /// Whether a larger k would give a longer context.
    pub(super) is_cut_short: bool,
}

impl<'p> Contexts<'p> {
    /// Contexts in this program.
    pub fn new(program: &'p Program, without_dominators: bool) -> Contexts<'p> {
        let mut branches = vec![Vec::new(); program.procs().len()];
        for branch in (0..program.n_branches()).map(BranchId::new) {
            if let Some(proc) = program.proc_of_condition(program.condition_of(branch).0) {
                branches[proc.index()].push(branch);
            }
        }
        Contexts {
            program,
            dominance: without_dominators.then(|| BranchDominance::new(program)),
            dominators: vec![None; program.n_branches()],
            branches,
        }
    }

    /// The context of the branch that the node's path took there, in the order of the path.
    pub fn list(&mut self, tree: &Tree, node: NodeId, k: u32) -> Vec<Turn> {
        let mut context = vec![tree.turn(node)];
        self.walk(tree, node, k, |turn| context.push(turn));
        context.reverse();
        context
    }

    pub(super) fn before(&mut self, tree: &Tree, node: NodeId, k: u32) -> Context {
        let mut hash = 0;
        let is_cut_short = self.walk(tree, node, k, |turn| hash = chain(hash, u64::from(turn.code()) + 1));
        Context { before: Before(hash), is_cut_short }
    }

    /// The context of a turn as far as the turns before it in its stretch, and then those of the stretch before that one,
    /// tell it; `None` when it goes on before them.
    pub(super) fn within(&mut self, stretches: [&[Turn]; 2], offset: usize, k: u32) -> Option<Before> {
        let [before, stretch] = stretches;
        let own = stretch[offset];
        let mut hash = 0;
        let mut missing = k.saturating_sub(1);
        let dominators = own.as_branch().map_or(&[][..], |branch| self.dominators(branch));
        for turn in stretch[..offset].iter().rev().chain(before.iter().rev()) {
            if missing == 0 {
                break;
            }
            if counts(*turn, dominators) {
                hash = chain(hash, u64::from(turn.code()) + 1);
                missing -= 1;
            }
        }
        (missing == 0).then_some(Before(hash))
    }

    /// Visits the context before the branch, backwards; says whether turns were left over.
    fn walk(&mut self, tree: &Tree, node: NodeId, k: u32, mut visit: impl FnMut(Turn)) -> bool {
        let own = tree.turn(node);
        let mut missing = k.saturating_sub(1);
        let mut back = tree.back(node.path, node.position);
        let dominators = own.as_branch().map_or(&[][..], |branch| self.dominators(branch));
        while missing > 0 {
            let Some(turn) = back.next() else { return false };
            if counts(turn, dominators) {
                visit(turn);
                missing -= 1;
            }
        }
        back.next().is_some()
    }

    fn dominators(&mut self, branch: BranchId) -> &[BranchId] {
        let Some(dominance) = &self.dominance else { return &[] };
        let Some(known) = self.dominators.get_mut(branch.index()) else { return &[] };
        known.get_or_insert_with(|| {
            let proc = self.program.proc_of_condition(self.program.condition_of(branch).0);
            let others = proc.map_or(&[][..], |proc| &self.branches[proc.index()]);
            let dominates = |other: &BranchId| *other != branch && dominance.dominates(*other, branch);
            others.iter().copied().filter(dominates).collect()
        })
    }
}

impl Before {
    /// The context of a pair: equal for equal contexts; of different ones, equal with a chance of 2^-64.
    pub(super) fn with(self, tree: &Tree, turn: Turn, pair: Outcome) -> u64 {
        let site =
            tree.branch_of(turn, Outcome(0)).map_or(u64::from(turn.code() | 1) << 32, |first| u64::from(first.0));
        chain(chain(self.0, site + 1), u64::from(pair.0))
    }
}

/// Is an earlier turn part of a context?
fn counts(turn: Turn, dominators: &[BranchId]) -> bool {
    match turn.as_branch() {
        Some(branch) => dominators.binary_search(&branch).is_err(),
        None => !turn.is_fixed(),
    }
}
