//! Δ(b): what runs only because a branch was taken. The blocks that its edge dominates, and all code that calls from
//! there may run.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use symcrete_model::{ArcId, BranchDominators, CallGraph, CalleeSet, Cfg, NodeId, ProcId, Program};

/// Δ of the branches of a program, on demand.
#[derive(Clone, Debug)]
pub(crate) struct Deltas<'p> {
    program: &'p Program,
    calls: CallGraph,
    dominators: FxHashMap<ProcId, BranchDominators>,
    /// For each function whether it may run when some of these are called. Many branches call the same ones.
    runs: FxHashMap<BTreeSet<CalleeSet>, Rc<[bool]>>,
    known: FxHashMap<ArcId, Rc<Delta>>,
}

/// Δ of one branch.
#[derive(Debug)]
pub(crate) struct Delta {
    /// The edge itself, whose taking may select a value.
    arc: ArcId,
    /// The blocks that it dominates, in order.
    nodes: Vec<NodeId>,
    /// The functions that may be called from there, if any.
    runs: Option<Rc<[bool]>>,
}

impl Delta {
    /// Is the block run only because the branch was taken?
    pub(crate) fn has_node(&self, program: &Program, node: NodeId) -> bool {
        let is_called = |runs: &Rc<[bool]>| runs[program.block_of(node).0.index()];
        self.nodes.binary_search(&node).is_ok() || self.runs.as_ref().is_some_and(is_called)
    }

    /// Is the edge taken only because the branch was?
    pub(crate) fn has_arc(&self, program: &Program, arc: ArcId) -> bool {
        arc == self.arc || self.has_node(program, program.arc_source(arc))
    }
}

impl<'p> Deltas<'p> {
    pub(crate) fn new(program: &'p Program) -> Deltas<'p> {
        Deltas {
            program,
            calls: CallGraph::new(program),
            dominators: FxHashMap::default(),
            runs: FxHashMap::default(),
            known: FxHashMap::default(),
        }
    }

    /// The call graph that the sets rest on.
    pub(crate) fn calls(&self) -> &CallGraph {
        &self.calls
    }

    /// Δ of an edge.
    pub(crate) fn of(&mut self, arc: ArcId) -> Rc<Delta> {
        if let Some(known) = self.known.get(&arc) {
            return known.clone();
        }
        let delta = Rc::new(self.compute(arc));
        self.known.insert(arc, delta.clone());
        delta
    }

    fn compute(&mut self, arc: ArcId) -> Delta {
        let program = self.program;
        let (proc, edge) = program.edge_of(arc);
        let dominators =
            self.dominators.entry(proc).or_insert_with(|| BranchDominators::new(Cfg::new(program.function(proc))));
        let mut nodes: Vec<NodeId> = dominators.dominated_blocks(edge).map(|block| program.node(proc, block)).collect();
        nodes.sort_unstable();
        let called = self.calls.calls_of(proc).iter().filter(|call| nodes.binary_search(&call.node).is_ok());
        let called: BTreeSet<CalleeSet> =
            called.map(|call| call.callees).filter(|&set| !self.calls.callees(set).is_empty()).collect();
        Delta { arc, nodes, runs: (!called.is_empty()).then(|| self.runs(called)) }
    }

    fn runs(&mut self, called: BTreeSet<CalleeSet>) -> Rc<[bool]> {
        if let Some(known) = self.runs.get(&called) {
            return known.clone();
        }
        let roots = called.iter().flat_map(|&set| self.calls.callees(set)).copied();
        let runs: Rc<[bool]> = self.calls.reachable(roots).into();
        self.runs.insert(called, runs.clone());
        runs
    }
}
