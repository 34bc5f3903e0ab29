//! How much code hangs on a branch: the score of CarFast.
//!
//! The score of a branch is the number of statements transitively control dependent on it; a call among them adds all
//! statements of its callees and of whatever those call, each function once. A statement is an instruction of the
//! model. The empty edge of an `if` without `else` scores 0, and so does a branch that has no edge.
//!
//! Computed once per program: coverage does not change it. Quadratic in the blocks of one function at worst (every
//! edge of one huge loop); a loop of 20 000 blocks took 5.5 s in a debug build, ordinary programs milliseconds.

use crate::bit_set::BitSet;
use crate::call_graph::CallGraph;
use crate::graph::Vertex;
use crate::program::{ArcId, BranchId, Place, ProcId, Program};
use crate::{Cfg, ControlDependence};

/// The number of statements that each edge of a program controls.
#[derive(Clone, Debug)]
pub struct ControlledStatements {
    /// By arc.
    scores: Vec<u64>,
}

impl ControlledStatements {
    /// Counts for all edges of a program.
    pub fn new(program: &Program, calls: &CallGraph) -> ControlledStatements {
        ControlledStatements::within(program, calls, |_| true)
    }

    /// Counts for the edges of those functions that somebody will ask about; others have 0. Of a program that brings a whole library, these are few.
    pub fn within(program: &Program, calls: &CallGraph, is_wanted: impl Fn(ProcId) -> bool) -> ControlledStatements {
        let closures = Closures::new(program, calls);
        let mut scores = vec![0; program.n_arcs()];
        for proc in program.proc_ids().filter(|&proc| is_wanted(proc)) {
            let dependence = ControlDependence::new(Cfg::new(program.function(proc)));
            let callees = closures.by_block(program, calls, proc);
            for arc in program.nodes_of(proc).flat_map(|node| program.arcs_of(node)) {
                let edge = program.edge_of(arc).1;
                scores[arc.index()] = score(program, proc, &dependence.transitive(edge), &callees);
            }
        }
        ControlledStatements { scores }
    }

    /// Statements controlled by an edge.
    pub fn of_arc(&self, arc: ArcId) -> u64 {
        self.scores[arc.index()]
    }

    /// Statements controlled by a branch.
    pub fn of_branch(&self, program: &Program, branch: BranchId) -> u64 {
        match program.place(branch) {
            Some(Place::Arc(arc)) => self.of_arc(arc),
            Some(Place::Node(_)) | None => 0,
        }
    }
}

fn score(program: &Program, proc: ProcId, blocks: &[crate::BlockId], callees: &[Option<BitSet>]) -> u64 {
    let mut called = BitSet::new(program.procs().len());
    for set in blocks.iter().filter_map(|block| callees[block.index()].as_ref()) {
        called.union_with(set);
    }
    let function = program.function(proc);
    let own: u64 = blocks.iter().map(|&block| u64::from(function.block(block).len)).sum();
    // A recursive call counts the whole function, own blocks included.
    let own = if called.contains(proc.index()) { 0 } else { own };
    let n_statements = |index: usize| program.function(ProcId::new(index)).instructions.len() as u64;
    own + called.iter().map(n_statements).sum::<u64>()
}

/// For each group of mutually recursive functions, everything it may run.
struct Closures {
    of_proc: Vec<u32>,
    runs: Vec<BitSet>,
}

impl Closures {
    fn new(program: &Program, calls: &CallGraph) -> Closures {
        let components = calls.components();
        let mut runs: Vec<BitSet> = Vec::with_capacity(components.members.len());
        // Callees come first, so their sets are complete when a caller needs them.
        for (number, members) in components.members.iter().enumerate() {
            let mut set = BitSet::new(program.procs().len());
            for &member in members {
                set.insert(member.index());
                for callee in calls.graph().successors(Vertex(member.0)) {
                    let component = components.of_vertex[callee.index()] as usize;
                    if component != number {
                        set.union_with(&runs[component]);
                    }
                }
            }
            runs.push(set);
        }
        Closures { of_proc: components.of_vertex, runs }
    }

    /// For each block of a function what its calls may run; `None` for a block without calls.
    fn by_block(&self, program: &Program, calls: &CallGraph, proc: ProcId) -> Vec<Option<BitSet>> {
        let mut by_block = vec![None; program.proc(proc).n_nodes as usize];
        for call in calls.calls_of(proc) {
            let block = program.block_of(call.node).1;
            let set = by_block[block.index()].get_or_insert_with(|| BitSet::new(program.procs().len()));
            for callee in calls.callees(call.callees) {
                set.union_with(&self.runs[self.of_proc[callee.index()] as usize]);
            }
        }
        by_block
    }
}

#[cfg(test)]
mod tests {
    use super::ControlledStatements;
    use crate::testing::{call, calling, module_of, parse_cfg, terminator};
    use crate::{ArcId, BlockId, CallGraph, Function, FunctionId, Program};

    fn scores(functions: Vec<Function>) -> Vec<u64> {
        let program = Program::link(vec![module_of("a.c", functions)]);
        let found = ControlledStatements::new(&program, &CallGraph::new(&program));
        (0..program.n_arcs()).map(|arc| found.of_arc(ArcId::new(arc))).collect()
    }

    #[test]
    fn nested_blocks_count_and_joins_do_not() {
        let f = parse_cfg("f: a -> b e; b -> c d; c -> d; d -> e; e").function;
        assert_eq!(scores(vec![f]), [3, 0, 1, 0, 0, 0]);
    }

    #[test]
    fn a_call_adds_its_callees_once() {
        // f: a -> b x; b calls g twice and returns; g (2 statements) calls h (1 statement).
        let [g, h] = [1, 2].map(FunctionId);
        let mut f = Function::new("f");
        f.push_block(vec![terminator(2)], vec![BlockId(1), BlockId(2)]);
        f.push_block(vec![call(g), call(g), terminator(0)], vec![]);
        f.push_block(vec![terminator(0)], vec![]);
        assert_eq!(scores(vec![f, calling("g", &[h]), calling("h", &[])]), [3 + 2 + 1, 1]);
    }

    #[test]
    fn functions_that_nobody_asks_about_have_no_scores() {
        let f = || parse_cfg("f: a -> b c; b -> c; c").function;
        let program = Program::link(vec![module_of("a.c", vec![f(), Function { name: "g".into(), ..f() }])]);
        let calls = CallGraph::new(&program);
        let found = ControlledStatements::within(&program, &calls, |proc| program.function(proc).name == "g");
        let scores: Vec<u64> = (0..program.n_arcs()).map(|arc| found.of_arc(ArcId::new(arc))).collect();
        assert_eq!(scores, [0, 0, 0, 1, 0, 0]);
    }

    #[test]
    fn recursion_counts_the_whole_group_once() {
        let mut f = Function::new("f");
        f.push_block(vec![terminator(2)], vec![BlockId(1), BlockId(2)]);
        f.push_block(vec![call(FunctionId(1)), terminator(0)], vec![]);
        f.push_block(vec![terminator(0)], vec![]);
        let g = calling("g", &[FunctionId(0)]);
        assert_eq!(scores(vec![f, g]), [4 + 2, 1]);
    }
}
