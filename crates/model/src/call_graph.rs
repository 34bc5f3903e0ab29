//! Who calls whom. Direct calls by name; indirect ones conservatively to every address-taken function they fit.
//!
//! A function fits a call when it takes as many arguments as the call gives (at least its fixed ones when variadic);
//! types are not compared, because C programs cast. A function handed to one outside the program (`qsort`, `atexit`)
//! counts as called there. Calls that share their callees share one [`CalleeSet`], so that a thousand indirect calls
//! of the same arity don't make a thousand lists.
//!
//! Does not see: calls from outside through pointers stored in memory, constructors, signal handlers, other threads.

use crate::graph::{Components, Graph, Vertex};
use crate::program::{NodeId, ProcId, Program};
use crate::{InstId, Instruction, Operand};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

crate::ids::ids! {
    /// A set of possible callees, shared by all calls that have it.
    CalleeSet "callees";
}

/// One call instruction, in one of its roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The block it stands in.
    pub node: NodeId,
    /// The instruction, in its function.
    pub inst: InstId,
    /// How the callees were found.
    pub kind: CallKind,
    /// Whom it may call; ask [`CallGraph::callees`].
    pub callees: CalleeSet,
}

/// How the callees of a call were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// By name.
    Direct,
    /// By arity, among the functions whose address is taken.
    Indirect,
    /// Passed to a function outside the program, which may call them.
    Callback,
}

/// The call graph of a program.
#[derive(Clone, Debug)]
pub struct CallGraph {
    /// In order of block and instruction.
    calls: Vec<Call>,
    sets: Vec<Vec<ProcId>>,
    /// Per function, its range in `calls`.
    first_call: Vec<usize>,
    /// Vertices are functions; an edge per caller and callee.
    graph: Graph,
    /// Per function, the calls that may be of it, as positions in `calls`; found when it is first asked for.
    by_callee: OnceLock<Vec<Vec<usize>>>,
}

impl CallGraph {
    /// Finds all calls of a program.
    pub fn new(program: &Program) -> CallGraph {
        let mut builder = Builder::new(program);
        let mut first_call = vec![0];
        for proc in program.proc_ids() {
            builder.add_calls(proc);
            first_call.push(builder.calls.len());
        }
        let Builder { calls, sets, .. } = builder;
        let mut edges = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for call in &calls {
            let caller = program.block_of(call.node).0;
            if seen.insert((caller, call.callees)) {
                let callees = &sets[call.callees.index()];
                edges.extend(callees.iter().map(|callee| (Vertex(caller.0), Vertex(callee.0))));
            }
        }
        let graph = Graph::new(program.procs().len(), edges.into_iter().collect());
        CallGraph { calls, sets, first_call, graph, by_callee: OnceLock::new() }
    }

    /// All calls, in order of function, block and instruction.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The calls a function makes.
    pub fn calls_of(&self, proc: ProcId) -> &[Call] {
        &self.calls[self.first_call[proc.index()]..self.first_call[proc.index() + 1]]
    }

    /// The calls that may be of a function, in order.
    pub fn calls_to(&self, proc: ProcId) -> impl Iterator<Item = &Call> {
        let by_callee = self.by_callee.get_or_init(|| {
            let mut by_callee = vec![Vec::new(); self.first_call.len() - 1];
            for (at, call) in self.calls.iter().enumerate() {
                self.callees(call.callees).iter().for_each(|callee| by_callee[callee.index()].push(at));
            }
            by_callee
        });
        by_callee[proc.index()].iter().map(|&at| &self.calls[at])
    }

    /// The functions of a callee set, in order.
    pub fn callees(&self, set: CalleeSet) -> &[ProcId] {
        &self.sets[set.index()]
    }

    /// How many callee sets there are.
    pub fn n_callee_sets(&self) -> usize {
        self.sets.len()
    }

    /// The functions this one may call.
    pub fn callees_of(&self, proc: ProcId) -> impl Iterator<Item = ProcId> {
        self.graph.successors(Vertex(proc.0)).map(|vertex| ProcId(vertex.0))
    }

    /// The functions that may call this one.
    pub fn callers_of(&self, proc: ProcId) -> impl Iterator<Item = ProcId> {
        self.graph.predecessors(Vertex(proc.0)).map(|vertex| ProcId(vertex.0))
    }

    /// For each function whether it may run when `roots` are called, by function number.
    pub fn reachable(&self, roots: impl IntoIterator<Item = ProcId>) -> Vec<bool> {
        self.graph.reachable(roots.into_iter().map(|proc| Vertex(proc.0)))
    }

    /// Groups of mutually recursive functions, callees before callers. Vertices are functions.
    pub fn components(&self) -> Components {
        self.graph.components()
    }

    /// The graph itself: vertices are functions.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}

struct Builder<'p> {
    program: &'p Program,
    address_taken: Vec<ProcId>,
    calls: Vec<Call>,
    sets: Vec<Vec<ProcId>>,
    by_content: BTreeMap<Vec<ProcId>, CalleeSet>,
    by_arity: BTreeMap<usize, CalleeSet>,
}

impl<'p> Builder<'p> {
    fn new(program: &'p Program) -> Builder<'p> {
        Builder {
            program,
            address_taken: program.address_taken(),
            calls: Vec::new(),
            sets: Vec::new(),
            by_content: BTreeMap::new(),
            by_arity: BTreeMap::new(),
        }
    }

    fn add_calls(&mut self, proc: ProcId) {
        let function = self.program.function(proc);
        for block in function.block_ids() {
            let node = self.program.node(proc, block);
            for inst in function.block_inst_ids(block) {
                self.add_call(proc, node, inst, function.instruction(inst));
            }
        }
    }

    fn add_call(&mut self, proc: ProcId, node: NodeId, inst: InstId, instruction: &Instruction) {
        let module = self.program.proc(proc).module;
        match instruction.callee() {
            Some(Operand::Function(callee)) => {
                let callee = self.program.resolve(module, *callee);
                let callees = self.set(vec![callee]);
                self.calls.push(Call { node, inst, kind: CallKind::Direct, callees });
                if !self.program.function(callee).is_defined() {
                    self.add_callbacks(proc, node, inst, instruction);
                }
            }
            // Inline assembly calls nobody we know.
            None | Some(Operand::Other) => {}
            Some(_) => {
                let callees = self.fitting(instruction.operands.len());
                self.calls.push(Call { node, inst, kind: CallKind::Indirect, callees });
            }
        }
    }

    fn add_callbacks(&mut self, proc: ProcId, node: NodeId, inst: InstId, instruction: &Instruction) {
        let module = self.program.proc(proc).module;
        let passed = instruction.operands.iter().filter_map(|operand| match operand {
            Operand::Function(id) => Some(self.program.resolve(module, *id)),
            _ => None,
        });
        let passed: BTreeSet<ProcId> = passed.collect();
        if !passed.is_empty() {
            let callees = self.set(passed.into_iter().collect());
            self.calls.push(Call { node, inst, kind: CallKind::Callback, callees });
        }
    }

    /// The address-taken functions that a call with this many arguments may reach.
    fn fitting(&mut self, n_args: usize) -> CalleeSet {
        if let Some(&known) = self.by_arity.get(&n_args) {
            return known;
        }
        let fits = |proc: &ProcId| {
            let function = self.program.function(*proc);
            function.params.len() == n_args || (function.is_variadic && function.params.len() < n_args)
        };
        let procs = self.address_taken.iter().copied().filter(fits).collect();
        let set = self.set(procs);
        self.by_arity.insert(n_args, set);
        set
    }

    fn set(&mut self, procs: Vec<ProcId>) -> CalleeSet {
        let fresh = CalleeSet::new(self.sets.len());
        let set = *self.by_content.entry(procs.clone()).or_insert(fresh);
        if set == fresh {
            self.sets.push(procs);
        }
        set
    }
}

#[cfg(test)]
mod tests;
