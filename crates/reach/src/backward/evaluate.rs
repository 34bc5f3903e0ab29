//! Runs the end of a path forwards on symbols, from a frontier where nothing is known, and collects what must hold.
//!
//! Everything that was computed before the frontier, and everything that is not modelled (floats, aggregates, calls that
//! are not followed), is a symbol of its own. So the conditions are weaker than the truth: if they contradict each
//! other, no run takes this path, whatever comes before it. If they do not, nothing is known.

mod call;
mod instruction;
mod jump;

use super::memory::{Entry, Found, Knowledge, Log};
use super::scene::Scene;
use super::suffix::{FrameId, Item, Suffix};
use super::value::{Object, Val};
use std::collections::{HashMap, HashSet};
use symcrete_expr::{Arena, ExprId, Op};
use symcrete_model::{BranchId, InstId, ModuleId, Operand, ProcId, Scalar, Type, ValueId};

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
        knows: Knowledge { scene, suffix },
        at_start,
        arena: Arena::new(),
        n_symbols: 0,
        n_unknown: 0,
        env: HashMap::new(),
        log: Log::default(),
        initial: HashMap::new(),
        addresses: HashMap::new(),
        held: Vec::new(),
        needs: Needs::default(),
    };
    suffix.items.iter().rev().for_each(|item| run.item(item));
    Evaluation { arena: run.arena, held: run.held, needs: run.needs }
}

struct Run<'s, 'p> {
    scene: &'s Scene<'p>,
    suffix: &'s Suffix,
    knows: Knowledge<'s, 'p>,
    at_start: bool,
    arena: Arena,
    n_symbols: u32,
    n_unknown: u32,
    env: HashMap<(FrameId, ValueId), Val>,
    log: Log,
    /// Bytes of memory at the frontier.
    initial: HashMap<(Object, i64), ExprId>,
    addresses: HashMap<Object, ExprId>,
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

    /// A new symbol of so many bits.
    fn symbol(&mut self, width: u32) -> ExprId {
        let mut term = self.symbol_byte();
        for _ in 1..width.div_ceil(8) {
            let byte = self.symbol_byte();
            term = self.arena.concat(byte, term);
        }
        if width.is_multiple_of(8) { term } else { self.arena.extract(term, 0, width) }
    }

    fn symbol_byte(&mut self) -> ExprId {
        self.n_symbols += 1;
        self.arena.input(0, self.n_symbols - 1)
    }

    /// Anything of a type.
    fn anything(&mut self, ty: &Type) -> Val {
        match ty {
            Type::Scalar(Scalar::Pointer) => {
                self.n_unknown += 1;
                let zero = self.arena.constant(64, 0);
                Val::Pointer(Object::Unknown(self.n_unknown), zero)
            }
            Type::Scalar(scalar) if scalar.bits() <= MAX_WIDTH => Val::Bits(self.symbol(scalar.bits())),
            _ => Val::Opaque,
        }
    }

    /// The value of a variable; a symbol when it was computed before the frontier.
    fn value(&mut self, frame: FrameId, value: ValueId) -> Val {
        if let Some(&known) = self.env.get(&(frame, value)) {
            return known;
        }
        self.needs.values.insert((frame, value));
        let body = self.scene.body(self.suffix.proc(frame));
        let val = if body.is_variable(value) {
            let zero = self.arena.constant(64, 0);
            Val::Pointer(Object::Local(frame, value), zero)
        } else {
            self.anything(&body.types[value.index()].clone())
        };
        self.env.insert((frame, value), val);
        val
    }

    fn operand(&mut self, frame: FrameId, operand: &Operand) -> Val {
        match operand {
            Operand::Value(value) => self.value(frame, *value),
            Operand::Int { width, value } => Val::Bits(self.arena.constant(*width, *value)),
            Operand::Float { width, bits } => Val::Bits(self.arena.constant(*width, *bits)),
            Operand::Null => Val::Bits(self.arena.constant(64, 0)),
            Operand::Undef(ty) => self.anything(ty),
            Operand::Global { id, offset } => {
                let object = self.scene.program.resolve_global(self.module(frame), *id);
                Val::Pointer(Object::Global(object), self.arena.constant(64, *offset as u64 as u128))
            }
            Operand::Function(_) | Operand::Block(_) => Val::Bits(self.symbol(64)),
            Operand::Bytes(_) | Operand::Other => Val::Opaque,
        }
    }

    /// A value as bits; `None` when nothing can be said.
    fn bits(&mut self, val: Val) -> Option<ExprId> {
        match val {
            Val::Bits(term) => Some(term),
            Val::Pointer(object, offset) => {
                let base = match self.addresses.get(&object) {
                    Some(&base) => base,
                    None => {
                        let base = self.symbol(64);
                        self.addresses.insert(object, base);
                        base
                    }
                };
                Some(self.arena.binary(Op::Add, base, offset))
            }
            Val::Opaque => None,
        }
    }

    fn operand_bits(&mut self, frame: FrameId, operand: &Operand) -> Option<ExprId> {
        let val = self.operand(frame, operand);
        self.bits(val)
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
            return self.anything(ty);
        };
        let Some(offset) = self.constant(offset).filter(|_| scalar.bits() <= MAX_WIDTH) else {
            self.needs.objects.insert(object);
            return self.anything(ty);
        };
        let len = scalar.store_size() as usize;
        if let Some(val) = self.log.whole(self.knows, object, offset, len).filter(|&val| self.fits(val, *scalar)) {
            return val;
        }
        let mut term: Option<ExprId> = None;
        for k in 0..len {
            let byte = self.byte(object, offset.wrapping_add(k as i64));
            term = Some(term.map_or(byte, |low| self.arena.concat(byte, low)));
        }
        match (term, scalar) {
            (None, _) => Val::Opaque,
            // Where it points is not known, but that it is the same at every read is not either.
            (Some(_), Scalar::Pointer) => self.anything(ty),
            (Some(term), _) if scalar.bits() < self.arena.width(term) => {
                Val::Bits(self.arena.extract(term, 0, scalar.bits()))
            }
            (Some(term), _) => Val::Bits(term),
        }
    }

    fn fits(&self, val: Val, scalar: Scalar) -> bool {
        match val {
            Val::Bits(term) => self.arena.width(term) == scalar.bits() && scalar != Scalar::Pointer,
            Val::Pointer(..) => scalar == Scalar::Pointer,
            Val::Opaque => false,
        }
    }

    fn byte(&mut self, object: Object, offset: i64) -> ExprId {
        match self.log.byte(self.knows, object, offset) {
            Found::Byte(byte) => byte,
            Found::Unknown => self.symbol_byte(),
            Found::Initial => self.initial_byte(object, offset),
        }
    }

    /// A byte of memory as it is at the frontier.
    fn initial_byte(&mut self, object: Object, offset: i64) -> ExprId {
        if let Some(byte) = self.initializer(object, offset) {
            return self.arena.constant(8, u128::from(byte));
        }
        self.needs.objects.insert(object);
        if let Some(&known) = self.initial.get(&(object, offset)) {
            return known;
        }
        let byte = self.symbol_byte();
        self.initial.insert((object, offset), byte);
        byte
    }

    /// The byte that a global variable has at the program's start, or always.
    fn initializer(&self, object: Object, offset: i64) -> Option<u8> {
        let Object::Global(id) = object else { return None };
        let is_known = self.scene.is_constant(id) || (self.at_start && !self.scene.may_be_constructed(id));
        let (module, global) = self.scene.program.object(id);
        let global = self.scene.program.module(module).global(global);
        // A weak definition may lose to one that the model does not see.
        let is_sure = global.is_defined && global.linkage != symcrete_model::Linkage::Weak;
        let bytes = global.initializer.as_ref().filter(|_| is_known && is_sure)?;
        bytes.get(usize::try_from(offset).ok()?).copied()
    }

    fn constant(&self, term: ExprId) -> Option<i64> {
        self.arena.as_const(term).map(|value| value as u64 as i64)
    }

    fn store(&mut self, address: Val, val: Val, ty: &Type) {
        let Some((object, offset)) = self.place(address) else { return self.log.push(Entry::Exposed) };
        let size = ty.store_size();
        let (Some(at), Some(size)) = (self.constant(offset), size) else { return self.log.push(Entry::Object(object)) };
        if !self.is_inside(object, at, size) {
            return self.log.push(Entry::Everything);
        }
        let bits = match ty {
            Type::Scalar(scalar) if scalar.bits().is_multiple_of(8) => self.bits(val),
            _ => None,
        };
        let Some(bits) = bits.filter(|&bits| u64::from(self.arena.width(bits)) == size * 8) else {
            return self.log.push(Entry::Object(object));
        };
        let bytes = (0..size as u32).map(|k| self.arena.extract(bits, 8 * k, 8)).collect();
        self.log.push(Entry::Bytes { object, offset: at, val, bytes });
    }

    /// Does an access stay inside an object of known size?
    fn is_inside(&self, object: Object, offset: i64, size: u64) -> bool {
        let room = match object {
            Object::Unknown(_) => return true,
            Object::Global(id) => {
                let (module, global) = self.scene.program.object(id);
                Some(self.scene.program.module(module).global(global).size).filter(|&size| size != 0)
            }
            Object::Local(frame, value) => {
                let proc = self.suffix.proc(frame);
                let inst = self.scene.body(proc).memory.definition(value);
                inst.and_then(|inst| self.scene.program.function(proc).instruction(inst).alloca_size())
            }
        };
        room.is_none_or(|room| offset >= 0 && (offset as u64).checked_add(size).is_some_and(|end| end <= room))
    }
}
