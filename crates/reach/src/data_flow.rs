//! w(b): the statements that affect the predicate of a branch, through phis, memory, globals, fields and calls.
//!
//! A statement is a write to memory (a store, a call that may store) or an edge into a phi, whose taking selects a
//! value; what is computed in between is followed, not listed. Conservative about pointers: a store that may be the one
//! is listed. It only guides the search, so a list cut off at [`MOST_STEPS`] or [`MOST_WORK`] costs guidance, nothing else.

use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use symcrete_model::{
    ArcId, Base, CallGraph, Detail, Edge, Effect, InstId, Memory, NodeId, ObjectId, Opcode, Operand, ProcId, Program,
    ReachingDefinitions, ValueId,
};

/// Instructions followed for one predicate; enough for every function of Lua, and quick.
const MOST_STEPS: usize = 20_000;
/// Work for one predicate, in writes compared and functions looked at: some milliseconds.
const MOST_WORK: usize = 100_000;
/// Work until [`DataFlow::rest`]; enough for all predicates of a small program.
const MOST_AT_ONCE: usize = 1_000_000;

/// The statements that affect a predicate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Affecting {
    /// Blocks that hold writes.
    pub(crate) nodes: FxHashSet<NodeId>,
    /// Edges that select a value.
    pub(crate) arcs: FxHashSet<ArcId>,
}

/// w of the branches of a program, on demand.
#[derive(Clone, Debug)]
pub(crate) struct DataFlow<'p> {
    program: &'p Program,
    definitions: FxHashMap<ProcId, Rc<ReachingDefinitions<'p>>>,
    writes: FxHashMap<ProcId, Rc<Vec<Write>>>,
    /// Work since the last rest.
    spent: usize,
    known: FxHashMap<NodeId, Rc<Affecting>>,
}

/// A write that others may see.
#[derive(Clone, Copy, Debug)]
struct Write {
    inst: InstId,
    /// The variable; `None` for one through a pointer.
    object: Option<ObjectId>,
}

impl<'p> DataFlow<'p> {
    pub(crate) fn new(program: &'p Program) -> DataFlow<'p> {
        DataFlow {
            program,
            definitions: FxHashMap::default(),
            writes: FxHashMap::default(),
            spent: 0,
            known: FxHashMap::default(),
        }
    }

    /// From here on as much work may be done as at first.
    pub(crate) fn rest(&mut self) {
        self.spent = 0;
    }

    /// What affects the jump at the end of a block; `None` when that would be too much work before the next rest.
    pub(crate) fn of(&mut self, calls: &CallGraph, node: NodeId) -> Option<Rc<Affecting>> {
        if let Some(known) = self.known.get(&node) {
            return Some(known.clone());
        }
        if self.spent >= MOST_AT_ONCE {
            return None;
        }
        let (proc, block) = self.program.block_of(node);
        let jump = self.program.function(proc).block_inst_ids(block).next_back();
        let (found, seen, passed) = (Affecting::default(), FxHashSet::default(), FxHashSet::default());
        let mut walk = Walk { flow: self, calls, found, seen, passed, pending: Vec::new(), work: 0 };
        walk.pending.extend(jump.map(|jump| (proc, jump)));
        walk.run();
        let (found, work) = (Rc::new(walk.found), walk.work + walk.seen.len());
        self.spent += work;
        self.known.insert(node, found.clone());
        Some(found)
    }

    fn definitions(&mut self, proc: ProcId) -> Rc<ReachingDefinitions<'p>> {
        if let Some(known) = self.definitions.get(&proc) {
            return known.clone();
        }
        let made = Rc::new(ReachingDefinitions::new(self.memory(proc)));
        self.definitions.insert(proc, made.clone());
        made
    }

    fn memory(&self, proc: ProcId) -> Memory<'p> {
        let module = self.program.module(self.program.proc(proc).module);
        Memory::new(module, self.program.function(proc))
    }
}

impl DataFlow<'_> {
    fn object(&self, proc: ProcId, base: Base) -> Option<ObjectId> {
        match base {
            Base::Global(id) => Some(self.program.resolve_global(self.program.proc(proc).module, id)),
            _ => None,
        }
    }

    /// The writes of a function that others may see.
    fn writes(&mut self, proc: ProcId) -> Rc<Vec<Write>> {
        if let Some(known) = self.writes.get(&proc) {
            return known.clone();
        }
        // Most functions are asked for nothing else, so what was found out for it is not kept.
        let memory = self.memory(proc);
        let written = |inst: InstId| match memory.effect(inst) {
            Effect::Writes(region) if !memory.is_private(region.base) => {
                Some(Write { inst, object: self.object(proc, region.base) })
            }
            _ => None,
        };
        let insts = (0..self.program.function(proc).instructions.len()).map(InstId::new);
        let writes: Rc<Vec<Write>> = Rc::new(insts.filter_map(written).collect());
        self.writes.insert(proc, writes.clone());
        writes
    }
}

/// One walk backwards.
struct Walk<'a, 'p> {
    flow: &'a mut DataFlow<'p>,
    calls: &'a CallGraph,
    found: Affecting,
    seen: FxHashSet<(ProcId, InstId)>,
    /// Parameters that were followed: a recursive function may pass one on to itself.
    passed: FxHashSet<(ProcId, usize)>,
    pending: Vec<(ProcId, InstId)>,
    work: usize,
}

impl Walk<'_, '_> {
    fn run(&mut self) {
        while let Some((proc, inst)) = self.pending.pop() {
            let is_affordable = self.seen.len() < MOST_STEPS && self.work < MOST_WORK;
            if is_affordable && self.seen.insert((proc, inst)) {
                self.follow(proc, inst);
            }
        }
    }

    fn follow(&mut self, proc: ProcId, inst: InstId) {
        let program = self.flow.program;
        let function = program.function(proc);
        let instruction = function.instruction(inst);
        for operand in instruction.uses() {
            self.follow_operand(proc, operand);
        }
        match (&instruction.detail, instruction.opcode) {
            (Detail::Phi(incoming), _) => {
                let target = function.block_of(inst);
                for &block in incoming {
                    let ways = function.block(block).successors.iter().enumerate();
                    let taken = ways.filter(|(_, next)| **next == target);
                    let arcs = taken.map(|(at, _)| program.arc(proc, Edge { block, successor: at as u32 }));
                    self.found.arcs.extend(arcs);
                }
            }
            (Detail::Call { callee: Operand::Function(id) }, _) => {
                let callee = program.resolve(program.proc(proc).module, *id);
                self.follow_returns(callee);
            }
            (_, Opcode::Load) => self.follow_load(proc, inst),
            _ => {}
        }
    }

    fn follow_operand(&mut self, proc: ProcId, operand: &Operand) {
        let Operand::Value(value) = operand else { return };
        let definitions = self.flow.definitions(proc);
        match definitions.memory().definition(*value) {
            Some(definition) => self.pending.push((proc, definition)),
            None => self.follow_parameter(proc, *value),
        }
    }

    /// A parameter is what callers pass.
    fn follow_parameter(&mut self, proc: ProcId, value: ValueId) {
        let program = self.flow.program;
        let Some(position) = program.function(proc).params.iter().position(|param| param.value == value) else {
            return;
        };
        if !self.passed.insert((proc, position)) {
            return;
        }
        self.work += self.calls.calls().len();
        let calls: Vec<_> = self.calls_of(proc);
        for (caller, inst) in calls {
            let block = program.function(caller).block_of(inst);
            self.found.nodes.insert(program.node(caller, block));
            if let Some(operand) = program.function(caller).instruction(inst).operands.get(position) {
                self.follow_operand(caller, operand);
            }
        }
    }

    fn calls_of(&self, proc: ProcId) -> Vec<(ProcId, InstId)> {
        let calls = self.calls.calls_to(proc);
        calls.map(|call| (self.flow.program.block_of(call.node).0, call.inst)).collect()
    }

    fn follow_returns(&mut self, callee: ProcId) {
        let function = self.flow.program.function(callee);
        for (index, instruction) in function.instructions.iter().enumerate() {
            if instruction.opcode == Opcode::Ret {
                self.pending.push((callee, InstId::new(index)));
            }
        }
    }

    fn follow_load(&mut self, proc: ProcId, load: InstId) {
        let definitions = self.flow.definitions(proc);
        let (Some(reaching), Some(region)) = (definitions.of_load(load), definitions.memory().read_region(load)) else {
            return;
        };
        for store in reaching.stores {
            self.add_write(proc, store);
        }
        for unknown in reaching.unknown {
            self.add_write(proc, unknown);
            self.add_callees(proc, unknown, region.base);
        }
        if reaching.initial && !matches!(region.base, Base::Alloca(_)) {
            self.add_outside(proc, region.base);
        }
    }

    fn add_write(&mut self, proc: ProcId, inst: InstId) {
        let program = self.flow.program;
        self.found.nodes.insert(program.node(proc, program.function(proc).block_of(inst)));
        if program.function(proc).instruction(inst).opcode == Opcode::Store {
            self.pending.push((proc, inst));
        }
    }

    /// Writes that a call may make to memory of this base.
    fn add_callees(&mut self, proc: ProcId, inst: InstId, base: Base) {
        let node = self.flow.program.node(proc, self.flow.program.function(proc).block_of(inst));
        let calls = self.calls.calls_of(proc).iter().filter(|call| call.node == node && call.inst == inst);
        let roots: Vec<ProcId> = calls.flat_map(|call| self.calls.callees(call.callees)).copied().collect();
        if !roots.is_empty() && self.work < MOST_WORK {
            self.work += self.flow.program.proc_ids().count() + self.calls.calls().len();
            let runs = self.calls.reachable(roots);
            let procs: Vec<ProcId> = self.flow.program.proc_ids().filter(|proc| runs[proc.index()]).collect();
            procs.into_iter().for_each(|callee| self.add_writes(proc, base, callee));
        }
    }

    /// Writes of all other functions to memory of this base, before the function was called.
    fn add_outside(&mut self, proc: ProcId, base: Base) {
        let others: Vec<ProcId> = self.flow.program.proc_ids().filter(|&other| other != proc).collect();
        others.into_iter().for_each(|other| self.add_writes(proc, base, other));
    }

    /// Writes in `writer` that may hit what `base` is in `proc`.
    fn add_writes(&mut self, proc: ProcId, base: Base, writer: ProcId) {
        if !self.flow.program.function(writer).is_defined() || self.work >= MOST_WORK {
            return;
        }
        let wanted = self.flow.object(proc, base);
        let writes = self.flow.writes(writer);
        self.work += writes.len() + 1;
        let fits = |write: &&Write| wanted.is_none() || write.object.is_none() || wanted == write.object;
        writes.iter().filter(fits).for_each(|write| self.add_write(writer, write.inst));
    }
}
