//! Δ(b): what runs only because a branch was taken. The blocks that its edge dominates, and all code that calls from
//! there may run.

use rustc_hash::{FxHashMap, FxHashSet};
use symcrete_model::{ArcId, BranchDominators, CallGraph, Cfg, NodeId, ProcId, Program};

/// Δ of the branches of a program, on demand.
#[derive(Clone, Debug)]
pub(crate) struct Deltas<'p> {
    program: &'p Program,
    calls: CallGraph,
    dominators: FxHashMap<ProcId, BranchDominators>,
    known: FxHashMap<ArcId, Delta>,
}

/// Δ of one branch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Delta {
    /// The edge itself, whose taking may select a value.
    pub(crate) arcs: FxHashSet<ArcId>,
    /// The blocks.
    pub(crate) nodes: FxHashSet<NodeId>,
}

impl<'p> Deltas<'p> {
    pub(crate) fn new(program: &'p Program) -> Deltas<'p> {
        Deltas {
            program,
            calls: CallGraph::new(program),
            dominators: FxHashMap::default(),
            known: FxHashMap::default(),
        }
    }

    /// The call graph that the sets rest on.
    pub(crate) fn calls(&self) -> &CallGraph {
        &self.calls
    }

    /// Δ of an edge.
    pub(crate) fn of(&mut self, arc: ArcId) -> &Delta {
        if !self.known.contains_key(&arc) {
            let delta = self.compute(arc);
            self.known.insert(arc, delta);
        }
        &self.known[&arc]
    }

    fn compute(&mut self, arc: ArcId) -> Delta {
        let program = self.program;
        let (proc, edge) = program.edge_of(arc);
        let dominators =
            self.dominators.entry(proc).or_insert_with(|| BranchDominators::new(Cfg::new(program.function(proc))));
        let mut nodes: FxHashSet<NodeId> =
            dominators.dominated_blocks(edge).map(|block| program.node(proc, block)).collect();
        let called = self.calls.calls_of(proc).iter().filter(|call| nodes.contains(&call.node));
        let roots: FxHashSet<ProcId> = called.flat_map(|call| self.calls.callees(call.callees)).copied().collect();
        if !roots.is_empty() {
            let runs = self.calls.reachable(roots);
            let procs = program.proc_ids().filter(|proc| runs[proc.index()]);
            nodes.extend(procs.flat_map(|proc| program.nodes_of(proc)));
        }
        let mut arcs: FxHashSet<ArcId> = nodes.iter().flat_map(|&node| program.arcs_of(node)).collect();
        arcs.insert(arc);
        Delta { arcs, nodes }
    }
}
