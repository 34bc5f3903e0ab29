//! What is known about the program before any walk: graphs, dominators, loops and memory effects of each function.

use super::extent::Extent;
use super::external::{Library, Writes};
use super::stray::Strays;
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use symcrete_model::{
    ArcId, BlockId, BranchId, CallGraph, Cfg, Dominators, Edge, Effect, InstId, Instruction, Memory, ObjectId, Opcode,
    Operand, Place, PostDominators, ProcId, Program, Type, ValueId, Vertex, WriteSets, natural_loop,
};

/// A program with its analyses.
pub(super) struct Scene<'p> {
    pub(super) program: &'p Program,
    write_sets: WriteSets,
    library: Library,
    /// Defined functions whose address is used as a value.
    address_taken: Vec<ProcId>,
    /// Functions that may leave the program on the way, for code that calls back.
    leaving: HashSet<ProcId>,
    /// By edge, the branch it is.
    branches: HashMap<ArcId, BranchId>,
    /// By function, the direct calls of it.
    callers: HashMap<ProcId, Vec<(ProcId, InstId)>>,
    procs: RefCell<HashMap<ProcId, Rc<Body<'p>>>>,
    strays: OnceCell<Strays>,
}

/// One function with its analyses.
pub(super) struct Body<'p> {
    pub(super) memory: Memory<'p>,
    pub(super) cfg: Cfg,
    pub(super) dominators: Dominators,
    pub(super) post_dominators: PostDominators,
    /// By value.
    pub(super) types: Vec<Type>,
    /// By value, the block that defines it; `None` for parameters.
    pub(super) blocks: Vec<Option<BlockId>>,
    /// The ways out of loops that do nothing.
    idle_exits: HashSet<Edge>,
}

impl<'p> Scene<'p> {
    pub(super) fn new(program: &'p Program) -> Scene<'p> {
        let calls = CallGraph::new(program);
        let write_sets = WriteSets::new(program, &calls);
        let branches = (0..program.n_branches()).map(BranchId::new);
        let branches = branches.filter_map(|branch| match program.place(branch)? {
            Place::Arc(arc) => Some((arc, branch)),
            Place::Node(_) => None,
        });
        let mut callers: HashMap<ProcId, Vec<(ProcId, InstId)>> = HashMap::new();
        for caller in program.proc_ids() {
            for (index, inst) in program.function(caller).instructions.iter().enumerate() {
                if let Some(Operand::Function(id)) = inst.callee() {
                    let callee = program.resolve(program.proc(caller).module, *id);
                    callers.entry(callee).or_default().push((caller, InstId::new(index)));
                }
            }
        }
        let library = Library::of(program);
        Scene {
            program,
            write_sets,
            library,
            leaving: leaving(program, library, &callers),
            address_taken: address_taken(program),
            branches: branches.collect(),
            callers,
            procs: RefCell::new(HashMap::new()),
            strays: OnceCell::new(),
        }
    }

    pub(super) fn body(&self, proc: ProcId) -> Rc<Body<'p>> {
        self.procs.borrow_mut().entry(proc).or_insert_with(|| Rc::new(Body::new(self.program, proc))).clone()
    }

    /// The writes that may leave their object.
    pub(super) fn strays(&self) -> &Strays {
        self.strays.get_or_init(|| Strays::of(self.program, self.library))
    }

    /// The branch that an edge is.
    pub(super) fn branch(&self, proc: ProcId, edge: Edge) -> Option<BranchId> {
        self.branches.get(&self.program.arc(proc, edge)).copied()
    }

    /// The direct calls of a function.
    pub(super) fn callers(&self, proc: ProcId) -> &[(ProcId, InstId)] {
        self.callers.get(&proc).map_or(&[], Vec::as_slice)
    }

    pub(super) fn is_address_taken(&self, proc: ProcId) -> bool {
        self.address_taken.contains(&proc)
    }

    /// The function that a call names.
    pub(super) fn callee(&self, proc: ProcId, call: InstId) -> Option<ProcId> {
        match self.program.function(proc).instruction(call).callee()? {
            Operand::Function(id) => Some(self.program.resolve(self.program.proc(proc).module, *id)),
            _ => None,
        }
    }

    pub(super) fn may_write(&self, proc: ProcId, object: ObjectId) -> bool {
        let calls_back = || self.leaving.contains(&proc) && self.may_be_constructed(object);
        self.write_sets.may_write(proc, object) || calls_back()
    }

    /// May anything have written a variable before `main`? Constructors are among the functions whose address is used.
    pub(super) fn may_be_constructed(&self, object: ObjectId) -> bool {
        self.address_taken.iter().any(|&proc| self.write_sets.may_write(proc, object))
    }

    /// Can code outside the program call back into it?
    pub(super) fn has_callbacks(&self) -> bool {
        !self.address_taken.is_empty()
    }

    /// Is a variable only named in its own module, and only in loads and stores?
    pub(super) fn is_hidden(&self, object: ObjectId) -> bool {
        let (module, id) = self.program.object(object);
        let global = self.program.module(module).global(id);
        global.is_constant || (global.linkage == symcrete_model::Linkage::Internal && !global.address_taken)
    }

    /// Is a variable defined by somebody else? It may be another name of one that the program knows.
    pub(super) fn is_foreign(&self, object: ObjectId) -> bool {
        let (module, id) = self.program.object(object);
        !self.program.module(module).global(id).is_defined
    }

    pub(super) fn is_constant(&self, object: ObjectId) -> bool {
        let (module, id) = self.program.object(object);
        self.program.module(module).global(id).is_constant
    }

    /// The byte that a global variable always has, or has at the program's start.
    pub(super) fn initial_byte(&self, object: ObjectId, at_start: bool, offset: i64) -> Option<u8> {
        let is_known = self.is_constant(object) || (at_start && !self.may_be_constructed(object));
        let (module, id) = self.program.object(object);
        let global = self.program.module(module).global(id);
        // A weak definition may lose to one that the model does not see.
        let is_sure = global.is_defined && global.linkage != symcrete_model::Linkage::Weak;
        let bytes = global.initializer.as_ref().filter(|_| is_known && is_sure)?;
        bytes.get(usize::try_from(offset).ok()?).copied()
    }

    /// How many bytes a global variable has, where that is known.
    pub(super) fn global_size(&self, object: ObjectId) -> Option<u64> {
        let (module, id) = self.program.object(object);
        Some(self.program.module(module).global(id).size).filter(|&size| size != 0)
    }

    /// The functions that code outside the program can call.
    pub(super) fn callbacks(&self) -> &[ProcId] {
        &self.address_taken
    }

    /// How much a call of a function outside the program may write through an argument.
    pub(super) fn extent(&self, proc: ProcId, call: InstId, callee: ProcId, argument: usize) -> Extent {
        let module = self.program.module(self.program.proc(proc).module);
        let call = self.program.function(proc).instruction(call);
        self.library.extent(module, &self.program.function(callee).name, call, argument)
    }

    /// What a call of a function outside the program may write.
    pub(super) fn outside(&self, proc: ProcId, call: InstId, callee: ProcId) -> Writes {
        let module = self.program.module(self.program.proc(proc).module);
        let call = self.program.function(proc).instruction(call);
        self.library.writes(module, &self.program.function(callee).name, call)
    }

    /// What a call that is not followed does to memory.
    pub(super) fn effect(&self, proc: ProcId, inst: InstId) -> Touch {
        match self.body(proc).memory.effect(inst) {
            Effect::None => Touch::Nothing,
            Effect::Writes(region) => Touch::Region(region.base),
            Effect::Clobbers => match self.callee(proc, inst) {
                Some(callee) if self.program.function(callee).is_defined() => Touch::Ran(callee),
                Some(callee) => match self.outside(proc, inst, callee) {
                    Writes::Nothing => Touch::Nothing,
                    Writes::ThroughArguments => Touch::Arguments,
                    Writes::Anything if self.has_callbacks() => Touch::Everything,
                    Writes::Anything => Touch::Exposed,
                },
                None => Touch::Everything,
            },
        }
    }
}

/// What an instruction may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    Nothing,
    Region(symcrete_model::Base),
    Arguments,
    Ran(ProcId),
    Exposed,
    Everything,
}

impl<'p> Body<'p> {
    fn new(program: &'p Program, proc: ProcId) -> Body<'p> {
        let function = program.function(proc);
        let cfg = Cfg::new(function);
        let n_values = function.n_values();
        let mut types = vec![Type::Other; n_values];
        let mut blocks = vec![None; n_values];
        for param in &function.params {
            types[param.value.index()] = param.ty.clone();
        }
        for block in function.block_ids() {
            for inst in function.block_instructions(block) {
                if let Some(result) = inst.result {
                    types[result.index()] = inst.ty.clone();
                    blocks[result.index()] = Some(block);
                }
            }
        }
        let dominators = Dominators::new(cfg.graph(), Vertex(0));
        let post_dominators = PostDominators::new(cfg.graph(), Vertex(0));
        let memory = Memory::new(program.module(program.proc(proc).module), function);
        let mut body = Body { memory, cfg, dominators, post_dominators, types, blocks, idle_exits: HashSet::new() };
        body.idle_exits = body.find_idle_exits(program, proc);
        body
    }

    /// Does an edge leave a loop that does nothing? C lets a compiler take such a loop to end, and drop it.
    pub(super) fn is_idle_exit(&self, edge: Edge) -> bool {
        self.idle_exits.contains(&edge)
    }

    /// The ways out of loops that write nothing, call nothing, and compute nothing that is used behind them.
    fn find_idle_exits(&self, program: &Program, proc: ProcId) -> HashSet<Edge> {
        let function = program.function(proc);
        let mut found = HashSet::new();
        for header in function.block_ids() {
            let Some(blocks) = self.loop_of(header) else { continue };
            let inside: HashSet<BlockId> = blocks.iter().copied().collect();
            let mut insts = blocks.iter().flat_map(|&block| function.block_instructions(block));
            let is_made_inside = |operand: &Operand| matches!(operand, Operand::Value(value) if self.blocks[value.index()].is_some_and(|at| inside.contains(&at)));
            let is_used_behind = || {
                let outside = function.block_ids().filter(|block| !inside.contains(block));
                let mut outside = outside.flat_map(|block| function.block_instructions(block));
                outside.any(|inst| inst.uses().any(is_made_inside))
            };
            if insts.any(|inst| !is_quiet(program, proc, inst)) || is_used_behind() {
                continue;
            }
            for &block in &blocks {
                let successors = function.block(block).successors.iter().enumerate();
                let leaving = successors.filter(|(_, to)| !inside.contains(to));
                found.extend(leaving.map(|(successor, _)| Edge { block, successor: successor as u32 }));
            }
        }
        found
    }

    /// The edges into a block.
    pub(super) fn edges_into(&self, block: BlockId) -> Vec<Edge> {
        self.cfg.graph().in_edges(Vertex(block.0)).iter().map(|&edge| self.cfg.edge(edge)).collect()
    }

    /// The loop that a block is the header of, if it is one.
    pub(super) fn loop_of(&self, header: BlockId) -> Option<Vec<BlockId>> {
        natural_loop(self.cfg.graph(), &self.dominators, header)
    }

    /// The blocks that can run between a dominator and a later arrival at a block. The block itself is one of them if it is in
    /// a loop that the dominator is outside of: earlier rounds run it.
    pub(super) fn between(&self, from: BlockId, to: BlockId) -> HashSet<BlockId> {
        let graph = self.cfg.graph();
        let (from, to) = (Vertex(from.0), Vertex(to.0));
        let after = closure(graph.successors(from), from, |vertex| graph.successors(vertex).collect());
        let before = closure(graph.predecessors(to), from, |vertex| graph.predecessors(vertex).collect());
        after.intersection(&before).map(|vertex| BlockId(vertex.0)).collect()
    }

    /// Is a value the address of a local variable that a call has once? Those of `alloca` in a loop are many.
    pub(super) fn is_variable(&self, value: ValueId) -> bool {
        let is_made = |inst| self.memory.function().instruction(inst).opcode == Opcode::Alloca;
        self.memory.definition(value).is_some_and(is_made) && self.blocks[value.index()] == Some(BlockId(0))
    }

    /// Is a local variable out of reach of pointers?
    pub(super) fn is_private(&self, value: ValueId) -> bool {
        self.memory.is_private(symcrete_model::Base::Alloca(value))
    }
}

/// What can be reached from some vertices without one of them.
fn closure(
    start: impl Iterator<Item = Vertex>,
    without: Vertex,
    next: impl Fn(Vertex) -> Vec<Vertex>,
) -> HashSet<Vertex> {
    let mut seen = HashSet::new();
    let mut pending: Vec<Vertex> = start.collect();
    while let Some(vertex) = pending.pop() {
        if vertex != without && seen.insert(vertex) {
            pending.extend(next(vertex));
        }
    }
    seen
}

/// The functions that call something through a pointer or outside the program, themselves or through others, unless it is known to call
/// nothing back.
fn leaving(program: &Program, library: Library, callers: &HashMap<ProcId, Vec<(ProcId, InstId)>>) -> HashSet<ProcId> {
    let leaves = |proc: ProcId, call: &Instruction| match call.callee() {
        Some(Operand::Function(id)) => {
            let module = program.proc(proc).module;
            let callee = program.function(program.resolve(module, *id));
            let is_outside = !callee.is_defined() && !callee.name.starts_with("llvm.");
            is_outside && library.writes(program.module(module), &callee.name, call) == Writes::Anything
        }
        callee => callee.is_some(),
    };
    let leaves_itself = |proc: &ProcId| program.function(*proc).instructions.iter().any(|inst| leaves(*proc, inst));
    let mut pending: Vec<ProcId> = program.proc_ids().filter(leaves_itself).collect();
    let mut found = HashSet::new();
    while let Some(proc) = pending.pop() {
        if found.insert(proc) {
            pending.extend(callers.get(&proc).into_iter().flatten().map(|&(caller, _)| caller));
        }
    }
    found
}

fn address_taken(program: &Program) -> Vec<ProcId> {
    program.address_taken().into_iter().filter(|&proc| program.function(proc).is_defined()).collect()
}

/// Does an instruction have no effect but its result? Of functions of the program, those that do nothing but compute.
fn is_quiet(program: &Program, proc: ProcId, inst: &Instruction) -> bool {
    let does = |opcode: Opcode| {
        matches!(
            opcode,
            Opcode::Store | Opcode::Fence | Opcode::CmpXchg | Opcode::AtomicRmw | Opcode::VaArg | Opcode::Other
        )
    };
    match inst.callee() {
        None => !does(inst.opcode),
        Some(Operand::Function(id)) => {
            let callee = program.function(program.resolve(program.proc(proc).module, *id));
            let is_plain = |inst: &Instruction| inst.callee().is_none() && !does(inst.opcode);
            match callee.is_defined() {
                true => callee.instructions.iter().all(is_plain),
                false => callee.name.starts_with("llvm.") && !callee.name.starts_with("llvm.mem"),
            }
        }
        Some(_) => false,
    }
}

/// Does an instruction end a function by returning?
pub(super) fn is_return(opcode: Opcode) -> bool {
    opcode == Opcode::Ret
}
