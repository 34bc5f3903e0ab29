//! Runs the end of a path forwards on symbols, from a frontier where nothing is known, and collects what must hold.
//!
//! Everything that was computed before the frontier, and everything that is not modelled (floats, aggregates, calls that
//! are not followed), is a symbol of its own. So the conditions are weaker than the truth: if they contradict each
//! other, no run takes this path, whatever comes before it. If they do not, nothing is known.

mod call;
mod instruction;
mod jump;

use super::memory::{Entry, Found, Knowledge, Log};
use super::scene::{Body, Scene};
use super::suffix::{FrameId, Item, Suffix};
use super::symbols::Symbols;
use super::value::{Object, Val};
use std::collections::{HashMap, HashSet};
use symcrete_expr::{Arena, ExprId};
use symcrete_model::{Base, BranchId, InstId, ModuleId, Operand, ProcId, Scalar, Type, ValueId};

/// Widest bit vector of terms.
const MAX_WIDTH: u32 = symcrete_expr::MAX_WIDTH;

/// A condition of the path.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) term: ExprId,
    /// The branch that asks for it.
    pub(super) branch: Option<BranchId>,
    /// The function and the instruction that decide.
    pub(super) at: (ProcId, InstId),
}

/// What the path reads that was there before the frontier.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    pub(super) values: HashSet<(FrameId, ValueId)>,
    pub(super) objects: HashSet<Object>,
}

/// What must hold along a path.
pub(super) struct Evaluation {
    pub(super) arena: Arena,
    pub(super) held: Vec<Held>,
    pub(super) needs: Needs,
}

/// Evaluates a path; at the program's start global variables have their initial values.
pub(super) fn evaluate(scene: &Scene<'_>, suffix: &Suffix, at_start: bool) -> Evaluation {
    let mut run = Run {
        scene,
        suffix,
        knows: Knowledge { scene, frames: &suffix.frames },
        at_start,
        symbols: Symbols::default(),
        env: HashMap::new(),
        log: Log::default(),
        initial: HashMap::new(),
        held: Vec::new(),
        needs: Needs::default(),
    };
    suffix.items.iter().rev().for_each(|item| run.item(item));
    Evaluation { arena: run.symbols.arena, held: run.held, needs: run.needs }
}

struct Run<'s, 'p> {
    scene: &'s Scene<'p>,
    suffix: &'s Suffix,
    knows: Knowledge<'s, 'p>,
    at_start: bool,
    symbols: Symbols,
    env: HashMap<(FrameId, ValueId), Val>,
    log: Log,
    /// Bytes of memory at the frontier.
    initial: HashMap<(Object, i64), ExprId>,
    held: Vec<Held>,
    needs: Needs,
}

impl Run<'_, '_> {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Code { frame, block, from, to } => {
                let function = self.scene.program.function(self.suffix.proc(*frame));
                let first = function.block(*block).first.0;
                (*from..*to).for_each(|k| self.instruction(*frame, InstId(first + k)));
            }
            Item::Edge { frame, edge } => self.jump(*frame, *edge),
            Item::Enter { caller, call, callee } => self.enter(*caller, *call, *callee),
            Item::Leave { callee, ret, caller, call } => self.leave((*callee, *ret), (*caller, *call)),
            Item::Rounds { frame, blocks } => self.rounds(*frame, blocks),
        }
    }

    fn module(&self, frame: FrameId) -> ModuleId {
        self.scene.program.proc(self.suffix.proc(frame)).module
    }

    /// The value of a variable; a symbol when it was computed before the frontier.
    fn value(&mut self, frame: FrameId, value: ValueId) -> Val {
        if let Some(&known) = self.env.get(&(frame, value)) {
            return known;
        }
        self.needs.values.insert((frame, value));
        let body = self.scene.body(self.suffix.proc(frame));
        let val = self.before_frontier(frame, value, &body);
        self.env.insert((frame, value), val);
        val
    }

    /// What was computed before the frontier. A pointer into a variable points into that one, wherever: no other pointer may.
    fn before_frontier(&mut self, frame: FrameId, value: ValueId, body: &Body) -> Val {
        let ty = &body.types[value.index()];
        if *ty != Type::Scalar(Scalar::Pointer) {
            return self.symbols.anything(ty);
        }
        let (base, offset) = body.memory.address(&Operand::Value(value));
        let object = match base {
            Base::Alloca(root) if body.is_variable(root) => Object::Local(frame, root),
            Base::Global(id) => Object::Global(self.scene.program.resolve_global(self.module(frame), id)),
            _ => return self.symbols.pointer(),
        };
        let offset = match offset {
            Some(offset) => self.symbols.arena.constant(64, offset as u64 as u128),
            None => self.symbols.symbol(64),
        };
        Val::Pointer(object, offset)
    }

    fn operand(&mut self, frame: FrameId, operand: &Operand) -> Val {
        match operand {
            Operand::Value(value) => self.value(frame, *value),
            Operand::Int { width, value } => Val::Bits(self.symbols.arena.constant(*width, *value)),
            Operand::Float { width, bits } => Val::Bits(self.symbols.arena.constant(*width, *bits)),
            Operand::Null => Val::Bits(self.symbols.arena.constant(64, 0)),
            Operand::Undef(ty) => self.symbols.anything(ty),
            Operand::Global { id, offset } => {
                let object = self.scene.program.resolve_global(self.module(frame), *id);
                Val::Pointer(Object::Global(object), self.symbols.arena.constant(64, *offset as u64 as u128))
            }
            Operand::Function(_) | Operand::Block(_) => Val::Bits(self.symbols.symbol(64)),
            Operand::Bytes(_) | Operand::Other => Val::Opaque,
        }
    }

    fn operand_bits(&mut self, frame: FrameId, operand: &Operand) -> Option<ExprId> {
        let val = self.operand(frame, operand);
        self.symbols.bits(val)
    }

    fn define(&mut self, frame: FrameId, inst: InstId, val: Val) {
        let function = self.scene.program.function(self.suffix.proc(frame));
        if let Some(result) = function.instruction(inst).result {
            self.env.insert((frame, result), val);
        }
    }

    fn hold(&mut self, term: ExprId, branch: Option<BranchId>, at: (ProcId, InstId)) {
        if term != Arena::TRUE {
            self.held.push(Held { term, branch, at });
        }
    }

    /// The object and offset that an address names.
    fn place(&mut self, val: Val) -> Option<(Object, ExprId)> {
        match val {
            Val::Pointer(object, offset) => Some((object, offset)),
            Val::Bits(_) | Val::Opaque => None,
        }
    }

    fn load(&mut self, address: Val, ty: &Type) -> Val {
        let (Type::Scalar(scalar), Some((object, offset))) = (ty, self.place(address)) else {
            return self.symbols.anything(ty);
        };
        let Some(offset) = self.symbols.constant(offset).filter(|_| scalar.bits() <= MAX_WIDTH) else {
            self.needs.objects.insert(object);
            return self.symbols.anything(ty);
        };
        let len = scalar.store_size() as usize;
        if let Some(val) =
            self.log.whole(self.knows, object, offset, len).filter(|&val| self.symbols.fits(val, *scalar))
        {
            return val;
        }
        let mut term: Option<ExprId> = None;
        for k in 0..len {
            let byte = self.byte(object, offset.wrapping_add(k as i64));
            term = Some(term.map_or(byte, |low| self.symbols.arena.concat(byte, low)));
        }
        match (term, scalar) {
            (None, _) => Val::Opaque,
            // Where it points is not known, but that it is the same at every read is not either.
            (Some(_), Scalar::Pointer) => self.symbols.anything(ty),
            (Some(term), _) if scalar.bits() < self.symbols.arena.width(term) => {
                Val::Bits(self.symbols.arena.extract(term, 0, scalar.bits()))
            }
            (Some(term), _) => Val::Bits(term),
        }
    }

    fn byte(&mut self, object: Object, offset: i64) -> ExprId {
        match self.log.byte(self.knows, object, offset) {
            Found::Byte(byte) => byte,
            Found::Unknown => self.symbols.byte(),
            Found::Initial => self.initial_byte(object, offset),
        }
    }

    /// A byte of memory as it is at the frontier.
    fn initial_byte(&mut self, object: Object, offset: i64) -> ExprId {
        let known = match object {
            Object::Global(id) => self.scene.initial_byte(id, self.at_start, offset),
            Object::Local(..) | Object::Unknown(_) => None,
        };
        if let Some(byte) = known {
            return self.symbols.arena.constant(8, u128::from(byte));
        }
        self.needs.objects.insert(object);
        if let Some(&known) = self.initial.get(&(object, offset)) {
            return known;
        }
        let byte = self.symbols.byte();
        self.initial.insert((object, offset), byte);
        byte
    }

    fn store(&mut self, address: Val, val: Val, ty: &Type) {
        let Some((object, offset)) = self.place(address) else { return self.log.push(Entry::Exposed) };
        let size = ty.store_size();
        let (Some(at), Some(size)) = (self.symbols.constant(offset), size) else {
            return self.log.push(Entry::Object(object));
        };
        if !self.is_inside(object, at, size) {
            return self.log.push(Entry::Everything);
        }
        let bits = match ty {
            Type::Scalar(scalar) if scalar.bits().is_multiple_of(8) => self.symbols.bits(val),
            _ => None,
        };
        let Some(bits) = bits.filter(|&bits| u64::from(self.symbols.arena.width(bits)) == size * 8) else {
            return self.log.push(Entry::Object(object));
        };
        let bytes = (0..size as u32).map(|k| self.symbols.arena.extract(bits, 8 * k, 8)).collect();
        self.log.push(Entry::Bytes { object, offset: at, val, bytes });
    }

    /// Does an access stay inside an object of known size?
    fn is_inside(&self, object: Object, offset: i64, size: u64) -> bool {
        let room = match object {
            Object::Unknown(_) => return true,
            Object::Global(id) => self.scene.global_size(id),
            Object::Local(frame, value) => {
                let proc = self.suffix.proc(frame);
                let inst = self.scene.body(proc).memory.definition(value);
                inst.and_then(|inst| self.scene.program.function(proc).instruction(inst).alloca_size())
            }
        };
        room.is_none_or(|room| offset >= 0 && (offset as u64).checked_add(size).is_some_and(|end| end <= room))
    }
}
