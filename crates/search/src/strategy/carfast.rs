//! CarFast (Park et al., 2012): only branches whose pair is uncovered; the pair with the most statements transitively
//! control dependent on it first, calls included. When none is left, a random untried branch of the tree, counted as a
//! fallback. Among the nodes that lead to one pair, the newest path's shallowest first: it has the fewest conditions.

use super::{Strategy, View};
use crate::candidate::Candidate;
use crate::rng::Rng;
use crate::tree::{NodeId, Outcome, Tree};
use rustc_hash::FxHashSet;
use std::collections::{BTreeSet, VecDeque};
use symcrete_model::{BranchId, CallGraph, ControlledStatements, ProcId, Program};

/// Nodes kept per uncovered branch, the newest ones. A loop can lead to the same pair at thousands of nodes of each
/// path; a pair that a thousand different ways did not reach is left to the fallback. Halving saves 8 KiB a branch.
const NODES_PER_BRANCH: usize = 1024;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Carfast {
    rng: Rng,
    /// Statements controlled, by branch; only of functions that have branches that count.
    scores: Vec<u64>,
    /// Nodes from which a branch may be taken, by branch; the next to try is last.
    nodes: Vec<VecDeque<NodeId>>,
    /// Score and number of the branches that have nodes.
    ready: BTreeSet<(u64, BranchId)>,
    n_known: usize,
    n_fallbacks: u64,
}

impl Carfast {
    /// A search in this program.
    pub fn new(program: &Program, calls: &CallGraph, seed: u64) -> Carfast {
        let branches = (0..program.n_branches()).map(BranchId::new);
        let counts = branches.clone().filter(|&branch| program.counted_as(branch).is_some());
        let asked: FxHashSet<ProcId> =
            counts.filter_map(|branch| program.proc_of_condition(program.condition_of(branch).0)).collect();
        let controlled = ControlledStatements::within(program, calls, |proc| asked.contains(&proc));
        Carfast {
            rng: Rng::new(seed),
            scores: branches.map(|branch| controlled.of_branch(program, branch)).collect(),
            nodes: vec![VecDeque::new(); program.n_branches()],
            ready: BTreeSet::new(),
            n_known: 0,
            n_fallbacks: 0,
        }
    }

    fn learn(&mut self, view: &View) {
        for path in view.tree.paths_from(self.n_known) {
            let mut own: Vec<_> = view.tree.own_nodes(path).collect();
            own.reverse();
            for flip in own {
                self.enter(view, flip.node);
            }
        }
        self.n_known = view.tree.n_paths();
    }

    fn enter(&mut self, view: &View, node: NodeId) {
        let turn = view.tree.turn(node);
        for outcome in view.tree.other_outcomes(turn) {
            let Some(branch) = view.tree.branch_of(turn, outcome) else { continue };
            if !view.coverage.is_wanted(branch) {
                continue;
            }
            let nodes = &mut self.nodes[branch.index()];
            nodes.push_back(node);
            if nodes.len() > NODES_PER_BRANCH {
                nodes.pop_front();
            }
            self.ready.insert((self.scores[branch.index()], branch));
        }
    }

    /// The next untried way to an uncovered branch.
    fn way_to(&mut self, tree: &Tree, branch: BranchId) -> Option<(NodeId, Outcome)> {
        while let Some(node) = self.nodes[branch.index()].pop_back() {
            let turn = tree.turn(node);
            let outcome = tree.untried(node).find(|&outcome| tree.branch_of(turn, outcome) == Some(branch));
            if let Some(outcome) = outcome {
                return Some((node, outcome));
            }
        }
        None
    }
}

impl Strategy for Carfast {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        self.learn(view);
        while let Some(&(score, branch)) = self.ready.last() {
            if view.is_over() {
                return None;
            }
            if view.coverage.is_wanted(branch)
                && let Some((node, outcome)) = self.way_to(view.tree, branch)
            {
                return Some(Candidate::flip(node, outcome));
            }
            self.ready.remove(&(score, branch));
            self.nodes[branch.index()] = VecDeque::new();
        }
        let flip = view.tree.random_open(&mut self.rng)?;
        self.n_fallbacks += 1;
        view.tree.untried(flip.node).next().map(|outcome| Candidate::flip(flip.node, outcome))
    }

    fn n_fallbacks(&self) -> u64 {
        self.n_fallbacks
    }
}
