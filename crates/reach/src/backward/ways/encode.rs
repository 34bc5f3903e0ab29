//! Encodes all ways from the program's start to the goal: blocks in order, joined where ways meet.
//!
//! A run of the program is one assignment to the symbols: the guards on its way hold, and the values are its values. What is not modelled is a
//! new symbol; where anything may happen (a write that leaves its object, a call too deep that may execute the goal) the
//! program is *lost*, which counts like the goal. So if neither the goal nor a loss can hold, no run executes the goal.

use super::super::memory::Entry;
use super::super::scene::{Body, Scene, is_return};
use super::super::suffix::{Frame, FrameId};
use super::super::symbols::Symbols;
use super::super::value::Val;
use super::Halt;
use super::contents::{Bases, Contents, Tools};
use super::cycle::Round;
use super::guard::{Guard, Guards};
use super::places::Places;
use super::shape::Shape;
use super::state::State;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use symcrete_expr::{ExprId, Op};
use symcrete_model::{BlockId, Detail, Edge, InstId, Opcode, Operand, ProcId};

/// How much is written out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Rounds of a loop from its start.
    pub(super) rounds: u32,
    /// Rounds behind any number of rounds.
    pub(super) last: u32,
    /// Instructions in all.
    pub(super) steps: u64,
}

/// Where anything may happen.
pub(super) struct Lost {
    pub(super) guard: ExprId,
    pub(super) why: String,
}

/// A value that came from outside.
pub(super) struct Came {
    pub(super) guard: ExprId,
    pub(super) call: (ProcId, InstId),
    pub(super) term: ExprId,
}

/// What is being written out.
pub(super) struct Encoder<'s, 'p> {
    pub(super) scene: &'s Scene<'p>,
    pub(super) places: &'s Places,
    pub(super) extent: Extent,
    pub(super) is_over: &'s mut dyn FnMut() -> bool,
    pub(super) symbols: Symbols,
    pub(super) guards: Guards,
    pub(super) bases: Bases,
    pub(super) frames: Vec<Frame>,
    shapes: HashMap<ProcId, Option<Rc<Shape>>>,
    /// When the goal is executed.
    pub(super) hits: Vec<ExprId>,
    pub(super) lost: Vec<Lost>,
    pub(super) came: Vec<Came>,
    /// Any number of rounds of a loop, in the order they come.
    pub(super) rounds: Vec<Round>,
    /// Conditions of jumps.
    pub(super) conditions: Vec<ExprId>,
    /// Did a jump that can leave the loop at hand go a way that is known?
    pub(super) is_decided: bool,
    pub(super) most_rounds: u32,
    pub(super) n_steps: u64,
}

/// The call that is being written out.
#[derive(Clone)]
pub(super) struct Call<'p> {
    pub(super) frame: FrameId,
    pub(super) proc: ProcId,
    pub(super) body: Rc<Body<'p>>,
    pub(super) shape: Rc<Shape>,
    /// By block, whether the goal can come at or behind it.
    useful: Rc<Vec<bool>>,
    /// Can the goal come behind its return?
    after: bool,
}

/// What leaves a scope.
#[derive(Default)]
pub(super) struct Flow {
    pub(super) exits: Vec<(BlockId, State)>,
    /// To the header of the loop.
    pub(super) back: Vec<State>,
    returns: Vec<(State, Option<Val>)>,
}

impl<'s, 'p> Encoder<'s, 'p> {
    pub(super) fn new(
        scene: &'s Scene<'p>,
        places: &'s Places,
        extent: Extent,
        is_over: &'s mut dyn FnMut() -> bool,
    ) -> Encoder<'s, 'p> {
        Encoder {
            scene,
            places,
            extent,
            is_over,
            symbols: Symbols::default(),
            guards: Guards::new(),
            bases: Bases::default(),
            frames: Vec::new(),
            shapes: HashMap::new(),
            hits: Vec::new(),
            lost: Vec::new(),
            came: Vec::new(),
            rounds: Vec::new(),
            conditions: Vec::new(),
            is_decided: false,
            most_rounds: 0,
            n_steps: 0,
        }
    }

    /// Everything from the start of `main`.
    pub(super) fn program(&mut self, main: ProcId) -> Result<(), Halt> {
        let program = self.scene.program;
        let mut memory = BTreeMap::new();
        for object in (0..program.n_objects())
            .map(symcrete_model::ObjectId::new)
            .filter(|&object| !self.scene.is_constant(object))
        {
            let contents = Rc::new(Contents::new(self.bases.initial(object)));
            memory.insert(super::super::value::Object::Global(object), contents);
        }
        let params = &program.function(main).params;
        let args: Vec<Val> = params.iter().map(|param| self.symbols.anything(&param.ty)).collect();
        let start = State::new(Guards::ALWAYS, 0, Rc::new(memory));
        match self.function(main, &args, start, 0, false)? {
            Some(_) => Ok(()),
            None => Err(Halt::GaveUp(format!("{} has a loop with several ways in", program.function(main).name))),
        }
    }

    pub(super) fn tools(&mut self) -> Tools<'_, 'p> {
        Tools { scene: self.scene, symbols: &mut self.symbols, bases: &mut self.bases }
    }

    /// Goal or anything may happen here.
    pub(super) fn lose(&mut self, guard: Guard, call: &Call<'p>, inst: InstId, why: &str) {
        let guard = self.guards.term(guard);
        self.lose_if(guard, call, inst, why);
    }

    pub(super) fn lose_if(&mut self, guard: ExprId, call: &Call<'p>, inst: InstId, why: &str) {
        if self.symbols.arena.as_const(guard) != Some(0) {
            let program = self.scene.program;
            let loc = program.function(call.proc).instruction(inst).loc;
            let line = loc.map_or(0, |loc| program.location(program.proc(call.proc).module, loc).1);
            self.lost.push(Lost { guard, why: format!("line {line}: {why}") });
        }
    }

    fn shape(&mut self, proc: ProcId) -> Option<Rc<Shape>> {
        let scene = self.scene;
        self.shapes.entry(proc).or_insert_with(|| Shape::of(&scene.body(proc)).map(Rc::new)).clone()
    }

    /// A call of a function: the state behind it and what it returns, if it does. `None` when it can't be written out.
    #[expect(
        clippy::type_complexity,
        reason = "a call that never returns is another thing than one that is not written out"
    )]
    pub(super) fn function(
        &mut self,
        proc: ProcId,
        args: &[Val],
        state: State,
        depth: u32,
        after: bool,
    ) -> Result<Option<Option<(State, Option<Val>)>>, Halt> {
        let Some(shape) = self.shape(proc) else { return Ok(None) };
        let function = self.scene.program.function(proc);
        let frame = FrameId(self.frames.len() as u32);
        self.frames.push(Frame { proc, back: None, depth });
        let useful = self.places.useful(self.scene, proc, after);
        let call = Call { frame, proc, body: self.scene.body(proc), shape, useful, after };
        if self.places.is_entry(proc) {
            self.hits.push(self.guards.term(state.guard));
        }
        let mut inside = State::new(state.guard, function.n_values(), state.memory);
        for (param, val) in function.params.iter().zip(args) {
            inside.set(param.value, Some(*val));
        }
        let flow = self.scope(&call, None, BlockId(0), inside)?;
        Ok(Some(self.behind(&call, flow.returns)))
    }

    /// The state behind all returns of a call, whose variables are gone.
    fn behind(&mut self, call: &Call<'p>, returns: Vec<(State, Option<Val>)>) -> Option<(State, Option<Val>)> {
        let mut all: Option<(State, Option<Val>)> = None;
        let ty = &self.scene.program.function(call.proc).return_type;
        for (state, val) in returns.into_iter().rev() {
            all = Some(match all {
                None => (state, val),
                Some((other, held)) => {
                    let arena = &mut self.symbols.arena;
                    let (_, by) = self.guards.join(arena, state.guard, other.guard);
                    let val = match (val, held) {
                        (Some(a), Some(b)) if a == b => Some(a),
                        (Some(a), Some(b)) => {
                            Some(self.symbols.choice(by, a, b).unwrap_or_else(|| self.symbols.anything(ty)))
                        }
                        _ => None,
                    };
                    (self.join(call, BlockId(0), state, other), val)
                }
            });
        }
        let (mut state, val) = all?;
        let is_gone = |object: &super::super::value::Object| matches!(object, super::super::value::Object::Local(frame, _) if *frame == call.frame);
        if state.memory.keys().any(is_gone) {
            Rc::make_mut(&mut state.memory).retain(|object, _| !is_gone(object));
        }
        Some((state, val))
    }

    pub(super) fn join(&mut self, call: &Call<'p>, block: BlockId, a: State, b: State) -> State {
        let mut tools = Tools { scene: self.scene, symbols: &mut self.symbols, bases: &mut self.bases };
        State::join(&mut tools, &mut self.guards, &call.body, block, a, b)
    }

    /// The state where several ways meet, if any of them can be gone. The last is the nearest to what comes.
    pub(super) fn meet(&mut self, call: &Call<'p>, block: BlockId, states: Vec<State>) -> Option<State> {
        let mut all = None;
        for state in states.into_iter().rev() {
            if !self.guards.is_never(&self.symbols.arena, state.guard) {
                all = Some(match all {
                    None => state,
                    Some(other) => self.join(call, block, state, other),
                });
            }
        }
        all
    }

    /// The blocks of a loop, or of a function outside its loops, once.
    pub(super) fn scope(
        &mut self,
        call: &Call<'p>,
        scope: Option<BlockId>,
        start: BlockId,
        state: State,
    ) -> Result<Flow, Halt> {
        let mut flow = Flow::default();
        let mut pending: HashMap<BlockId, Vec<State>> = HashMap::from([(start, vec![state])]);
        let shape = call.shape.clone();
        for &block in &shape.order {
            let Some(states) = pending.remove(&block) else { continue };
            if !call.useful[block.index()] {
                continue;
            }
            let Some(state) = self.meet(call, block, states) else { continue };
            let ways = match shape.scope(block) == scope {
                true => self.block(call, scope, block, state, &mut flow.returns)?,
                false => self.cycle(call, block, state)?,
            };
            for (to, state) in ways {
                if Some(to) == scope {
                    flow.back.push(state);
                } else if shape.contains(scope, to) {
                    pending.entry(to).or_default().push(state);
                } else {
                    flow.exits.push((to, state));
                }
            }
        }
        Ok(flow)
    }

    /// One block: where it goes.
    fn block(
        &mut self,
        call: &Call<'p>,
        scope: Option<BlockId>,
        block: BlockId,
        mut state: State,
        returns: &mut Vec<(State, Option<Val>)>,
    ) -> Result<Vec<(BlockId, State)>, Halt> {
        let function = self.scene.program.function(call.proc);
        for inst in function.block_inst_ids(block) {
            self.n_steps += 1;
            if self.n_steps > self.extent.steps {
                return Err(Halt::TooLarge);
            }
            if self.n_steps.is_multiple_of(512) && (self.is_over)() {
                return Err(Halt::Stopped);
            }
            if self.places.is_call(call.proc, inst) {
                self.hits.push(self.guards.term(state.guard));
            }
            let instruction = function.instruction(inst);
            match instruction.opcode {
                Opcode::Ret => {
                    let val = instruction.operands.first().map(|operand| self.operand(call, &state, operand));
                    returns.push((state, val));
                    return Ok(Vec::new());
                }
                Opcode::Unreachable => {
                    if !self.is_end(call, block) {
                        self.lose(state.guard, call, inst, "what is marked as unreachable may run");
                    }
                    return Ok(Vec::new());
                }
                opcode if opcode.is_terminator() => return Ok(self.jump(call, scope, block, inst, &state)),
                _ => {}
            }
            match self.instruction(call, block, inst, state)? {
                Some(next) => state = next,
                None => return Ok(Vec::new()),
            }
        }
        // A terminator that the model has no name for.
        let last = function.block_inst_ids(block).next_back();
        last.into_iter().for_each(|inst| self.lose(state.guard, call, inst, "a jump that is not modelled"));
        Ok(Vec::new())
    }

    /// Does a block end with a call of something outside that never returns?
    fn is_end(&self, call: &Call<'p>, block: BlockId) -> bool {
        let function = self.scene.program.function(call.proc);
        let before = function.block_inst_ids(block).rev().nth(1);
        let callee = before.and_then(|inst| self.scene.callee(call.proc, inst));
        callee.map(|callee| self.scene.program.function(callee)).is_some_and(|callee| {
            !callee.is_defined() && (!callee.name.starts_with("llvm.") || callee.name.contains("trap"))
        })
    }

    fn jump(
        &mut self,
        call: &Call<'p>,
        scope: Option<BlockId>,
        block: BlockId,
        inst: InstId,
        state: &State,
    ) -> Vec<(BlockId, State)> {
        let function = self.scene.program.function(call.proc);
        let jump = function.instruction(inst);
        let on = jump.operands.first().and_then(|on| self.operand_bits(call, state, on));
        let n = function.block(block).successors.len() as u32;
        let mut ways = Vec::new();
        for successor in 0..n {
            let edge = Edge { block, successor };
            let to = function.edge_target(edge);
            let condition = match n {
                1 => symcrete_expr::Arena::TRUE,
                _ if call.body.is_idle_exit(edge) => self.symbols.symbol(1),
                _ => self.symbols.condition(jump, on, successor).unwrap_or_else(|| self.symbols.symbol(1)),
            };
            if self.symbols.arena.as_const(condition).is_some() {
                self.is_decided |= n > 1 && !call.shape.contains(scope, to);
            } else {
                self.conditions.push(condition);
            }
            let guard = self.guards.and(&mut self.symbols.arena, state.guard, condition);
            if self.guards.is_never(&self.symbols.arena, guard) {
                continue;
            }
            if self.places.is_edge(call.proc, edge) {
                self.hits.push(self.guards.term(guard));
            }
            let mut next = state.under(guard);
            self.phis(call, edge, &mut next, state);
            ways.push((to, next));
        }
        ways
    }

    /// All phis of the target take their values at once.
    fn phis(&mut self, call: &Call<'p>, edge: Edge, next: &mut State, state: &State) {
        let function = self.scene.program.function(call.proc);
        for inst in function.block_inst_ids(function.edge_target(edge)) {
            let phi = function.instruction(inst);
            let (Detail::Phi(incoming), Some(result)) = (&phi.detail, phi.result) else { continue };
            let at = incoming.iter().position(|&from| from == edge.block);
            let val = match at.and_then(|at| phi.operands.get(at)) {
                Some(operand) => self.operand(call, state, operand),
                None => self.symbols.anything(&phi.ty),
            };
            next.set(result, Some(val));
        }
    }

    pub(super) fn operand(&mut self, call: &Call<'p>, state: &State, operand: &Operand) -> Val {
        match operand {
            Operand::Value(value) => match state.get(*value) {
                Some(val) => val,
                None => self.symbols.anything(&call.body.types[value.index()]),
            },
            Operand::Int { width, value } => Val::Bits(self.symbols.arena.constant(*width, *value)),
            Operand::Float { width, bits } => Val::Bits(self.symbols.arena.constant(*width, *bits)),
            Operand::Null => Val::Bits(self.symbols.arena.constant(64, 0)),
            Operand::Undef(ty) => self.symbols.anything(ty),
            Operand::Global { id, offset } => {
                let module = self.scene.program.proc(call.proc).module;
                let object = self.scene.program.resolve_global(module, *id);
                let offset = self.symbols.arena.constant(64, *offset as u64 as u128);
                Val::Pointer(super::super::value::Object::Global(object), offset)
            }
            Operand::Function(_) | Operand::Block(_) => Val::Bits(self.symbols.symbol(64)),
            Operand::Bytes(_) | Operand::Other => Val::Opaque,
        }
    }

    pub(super) fn operand_bits(&mut self, call: &Call<'p>, state: &State, operand: &Operand) -> Option<ExprId> {
        let val = self.operand(call, state, operand);
        self.symbols.bits(val)
    }

    /// Can the goal come behind an instruction of a block?
    pub(super) fn is_ahead(&self, call: &Call<'p>, block: BlockId, inst: InstId) -> bool {
        let function = self.scene.program.function(call.proc);
        let successors = function.block(block).successors.iter().enumerate();
        let is_edge = |successor: usize| self.places.is_edge(call.proc, Edge { block, successor: successor as u32 });
        let mut later = function.block_inst_ids(block).filter(|&later| later > inst);
        successors.into_iter().any(|(k, to)| call.useful[to.index()] || is_edge(k))
            || later.any(|later| {
                self.places.is_step(self.scene, call.proc, later)
                    || call.after && is_return(function.instruction(later).opcode)
            })
    }

    /// The condition that a number is none of these.
    pub(super) fn none_of(&mut self, term: ExprId, values: &[u128]) -> ExprId {
        let width = self.symbols.arena.width(term);
        let mut all = symcrete_expr::Arena::TRUE;
        for &value in values {
            let value = self.symbols.arena.constant(width, value);
            let other = self.symbols.arena.binary(Op::Ne, term, value);
            all = self.symbols.arena.binary(Op::And, all, other);
        }
        all
    }

    /// Something may have been written.
    pub(super) fn touched(&mut self, state: &mut State, entry: &Entry) {
        let knows = super::super::memory::Knowledge { scene: self.scene, frames: &self.frames };
        let hit: Vec<_> = state.memory.keys().copied().filter(|&object| knows.hits(entry, object)).collect();
        for object in hit {
            let contents = Rc::new(Contents::new(self.bases.any()));
            Rc::make_mut(&mut state.memory).insert(object, contents);
        }
    }
}
