//! Where a pointer comes from, as far as the code shows it: which object it was counted from, or a number.
//!
//! Followed through arithmetic, joins, calls that return an argument, and parameters to every caller. Two pointers are of one
//! object when that is all they can be. Not proved but taken for granted, as C does: two fields of one structure that
//! are compared by order point into the same object.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use symcrete_libc::{Fact, is};
use symcrete_model::{
    BlockId, CallGraph, Detail, Function, InstId, Instruction, Linkage, ObjectId, Opcode, Operand, ProcId, Program,
    Type, ValueId,
};

/// Calls that parameters are followed through, and loads from loaded pointers.
const DEEP: usize = 4;
/// Origins of one pointer that are told apart.
const MANY: usize = 16;

/// Intrinsics that return a pointer into their first argument, with their types behind the name.
const RETURN_FIRST: &[&str] =
    &["llvm.threadlocal.address", "llvm.ptrmask", "llvm.launder.invariant.group", "llvm.strip.invariant.group"];

/// What a pointer was counted from, within one call of a function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Origin {
    /// What the caller gave for this parameter.
    Param(usize),
    /// A local variable.
    Local(ValueId),
    /// A global variable.
    Global(ObjectId),
    /// Code.
    Code,
    /// What a call returned.
    Call(InstId),
    /// What lies in memory so many bytes behind this.
    Loaded(Box<Origin>, i64),
    /// Something else in memory, or in an aggregate.
    Memory(InstId),
    /// A number.
    Number,
}

/// One function at a time, what its values are.
struct Body {
    /// By value, the instruction that defines it; `None` for parameters.
    made: Vec<Option<InstId>>,
    params: HashMap<ValueId, usize>,
}

/// The origins of a program's pointers.
pub(super) struct Origins<'p> {
    pub(super) program: &'p Program,
    bodies: Vec<Body>,
    /// Per function, the calls that may enter it.
    callers: HashMap<ProcId, Vec<(ProcId, InstId)>>,
    /// Functions that something besides these calls may enter.
    exposed: BTreeSet<ProcId>,
    /// What is stored in variables that only loads and stores know.
    stored: HashMap<ObjectId, Vec<(ProcId, Operand)>>,
    numbers: RefCell<HashMap<(ProcId, Origin), bool>>,
    /// Calls that the question at hand may still look at.
    patience: Cell<usize>,
}

/// Calls that one question may look at; then the answer is that it is not known.
const PATIENCE: usize = 300;

impl<'p> Origins<'p> {
    pub(super) fn new(program: &'p Program, calls: &CallGraph) -> Origins<'p> {
        let bodies = program.proc_ids().map(|proc| Body::of(program.function(proc))).collect();
        let mut callers: HashMap<ProcId, Vec<(ProcId, InstId)>> = HashMap::new();
        let mut exposed = BTreeSet::new();
        for call in calls.calls() {
            for &callee in calls.callees(call.callees) {
                callers.entry(callee).or_default().push((program.block_of(call.node).0, call.inst));
                if call.kind == symcrete_model::CallKind::Callback {
                    exposed.insert(callee);
                }
            }
        }
        exposed.extend(program.find_procs("main"));
        let (stored, numbers, patience) = (HashMap::new(), RefCell::default(), Cell::new(PATIENCE));
        let mut origins = Origins { program, bodies, callers, exposed, stored, numbers, patience };
        origins.note_stores();
        origins
    }

    fn note_stores(&mut self) {
        for proc in self.program.proc_ids() {
            let module = self.program.proc(proc).module;
            for inst in &self.program.function(proc).instructions {
                if let (Opcode::Store, [value, Operand::Global { id, offset: 0 }]) = (inst.opcode, &inst.operands[..]) {
                    let object = self.program.resolve_global(module, *id);
                    self.stored.entry(object).or_default().push((proc, value.clone()));
                }
            }
        }
    }

    /// The instruction that made a value.
    pub(super) fn made(&self, proc: ProcId, operand: &Operand) -> Option<(InstId, &'p Instruction)> {
        let Operand::Value(value) = operand else { return None };
        let id = self.bodies[proc.index()].made[value.index()]?;
        Some((id, self.program.function(proc).instruction(id)))
    }

    /// The type of a value; `None` for constants.
    pub(super) fn type_of(&self, proc: ProcId, operand: &Operand) -> Option<&'p Type> {
        let Operand::Value(value) = operand else { return None };
        match self.made(proc, operand) {
            Some((_, inst)) => Some(&inst.ty),
            None => {
                self.program.function(proc).params.iter().find(|param| param.value == *value).map(|param| &param.ty)
            }
        }
    }

    /// The name of the function that a call goes to; empty when it is not known.
    pub(super) fn callee(&self, proc: ProcId, inst: &Instruction) -> (&'p str, Option<ProcId>) {
        match inst.callee() {
            Some(Operand::Function(id)) => {
                let callee = self.program.resolve(self.program.proc(proc).module, *id);
                (self.program.function(callee).name.as_str(), Some(callee))
            }
            _ => ("", None),
        }
    }

    /// The calls that may enter a function; `None` when something else may.
    pub(super) fn callers(&self, proc: ProcId) -> Option<&[(ProcId, InstId)]> {
        let known = self.callers.get(&proc).map_or(&[][..], Vec::as_slice);
        (!self.exposed.contains(&proc) && !known.is_empty()).then_some(known)
    }

    /// What a pointer may have been counted from; null is left out.
    pub(super) fn of(&self, proc: ProcId, pointer: &Operand) -> BTreeSet<Origin> {
        self.within(proc, pointer, DEEP)
    }

    fn within(&self, proc: ProcId, pointer: &Operand, deep: usize) -> BTreeSet<Origin> {
        let (mut found, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![pointer.clone()]);
        while let Some(pointer) = open.pop() {
            if let Operand::Value(value) = pointer
                && !seen.insert(value)
            {
                continue;
            }
            found.extend(self.step(proc, &pointer, deep, &mut open));
            if found.len() > MANY {
                break;
            }
        }
        found
    }

    /// The origin of one value, or the values that it comes from.
    fn step(&self, proc: ProcId, pointer: &Operand, deep: usize, open: &mut Vec<Operand>) -> Option<Origin> {
        let value = match pointer {
            Operand::Value(value) => *value,
            Operand::Global { id, .. } => {
                return Some(Origin::Global(self.program.resolve_global(self.program.proc(proc).module, *id)));
            }
            Operand::Function(_) | Operand::Block(_) => return Some(Origin::Code),
            Operand::Other => return Some(Origin::Number),
            _ => return None,
        };
        let Some((id, inst)) = self.made(proc, pointer) else {
            return Some(self.bodies[proc.index()].params.get(&value).map_or(Origin::Number, |&k| Origin::Param(k)));
        };
        match inst.opcode {
            Opcode::Gep | Opcode::BitCast | Opcode::AddrSpaceCast | Opcode::Freeze => {
                open.push(inst.operands[0].clone());
                None
            }
            Opcode::Phi => {
                open.extend(inst.operands.iter().cloned());
                None
            }
            Opcode::Select => {
                open.extend(inst.operands[1..].iter().cloned());
                None
            }
            Opcode::Alloca => Some(Origin::Local(value)),
            Opcode::Load => Some(self.loaded(proc, id, inst, deep)),
            Opcode::Call | Opcode::Invoke => self.returned(proc, id, inst, deep, open),
            Opcode::IntToPtr => (!matches!(inst.operands[0], Operand::Int { .. })).then_some(Origin::Number),
            _ => Some(Origin::Memory(id)),
        }
    }

    fn loaded(&self, proc: ProcId, id: InstId, inst: &Instruction, deep: usize) -> Origin {
        let (base, offset) = self.base(proc, &inst.operands[0]);
        let origins = if deep == 0 { BTreeSet::new() } else { self.within(proc, &base, deep - 1) };
        let mut origins = origins.into_iter();
        match (origins.next(), origins.next(), offset) {
            (Some(origin), None, Some(offset)) if origin != Origin::Number => Origin::Loaded(Box::new(origin), offset),
            _ => Origin::Memory(id),
        }
    }

    /// What an address is counted from, and how many bytes behind it is when that is constant.
    fn base(&self, proc: ProcId, address: &Operand) -> (Operand, Option<i64>) {
        let (mut at, mut offset) = (address.clone(), Some(0_i64));
        while let Some((_, inst)) = self.made(proc, &at) {
            let Detail::Gep { offset: more, indices } = &inst.detail else { break };
            offset = offset.filter(|_| indices.is_empty()).and_then(|bytes| bytes.checked_add(*more));
            at = inst.operands[0].clone();
        }
        if let Operand::Global { id, offset: more } = at {
            offset = offset.and_then(|bytes| bytes.checked_add(more));
            at = Operand::Global { id, offset: 0 };
        }
        (at, offset)
    }

    fn returned(
        &self,
        proc: ProcId,
        id: InstId,
        inst: &Instruction,
        deep: usize,
        open: &mut Vec<Operand>,
    ) -> Option<Origin> {
        let (name, callee) = self.callee(proc, inst);
        if is(name, Fact::AnyAddress) {
            return Some(Origin::Number);
        }
        let position = match callee {
            Some(callee) if self.program.function(callee).is_defined() && deep > 0 => {
                self.returned_param(callee, deep - 1)
            }
            _ => returns_first(name).then_some(0),
        };
        match position.and_then(|k| inst.operands.get(k)) {
            Some(argument) => {
                open.push(argument.clone());
                None
            }
            None => Some(Origin::Call(id)),
        }
    }

    /// The parameter into whose object a function returns a pointer, whatever it does.
    fn returned_param(&self, callee: ProcId, deep: usize) -> Option<usize> {
        let mut only = None;
        for inst in self.program.function(callee).instructions.iter().filter(|inst| inst.opcode == Opcode::Ret) {
            for origin in self.within(callee, inst.operands.first()?, deep) {
                match (origin, only) {
                    (Origin::Param(k), None) => only = Some(k),
                    (Origin::Param(k), Some(known)) if k == known => {}
                    _ => return None,
                }
            }
        }
        only
    }

    /// A new question.
    pub(super) fn begin(&self) {
        self.patience.set(PATIENCE);
    }

    /// May one more call be looked at?
    pub(super) fn may_go_on(&self) -> bool {
        let left = self.patience.get();
        self.patience.set(left.saturating_sub(1));
        left > 0
    }

    /// Can a pointer be a number: one that the input may have chosen?
    pub(super) fn may_be_number(&self, proc: ProcId, pointer: &Operand) -> bool {
        self.of(proc, pointer).iter().any(|origin| self.is_number(proc, origin))
    }

    fn is_number(&self, proc: ProcId, origin: &Origin) -> bool {
        let key = (proc, origin.clone());
        if let Some(&known) = self.numbers.borrow().get(&key) {
            return known;
        }
        // A cycle adds nothing.
        self.numbers.borrow_mut().insert(key.clone(), false);
        let function = self.program.function(proc);
        let is = match origin {
            Origin::Number => true,
            Origin::Param(k) => self.callers.get(&proc).into_iter().flatten().any(|(caller, call)| {
                let inst = self.program.function(*caller).instruction(*call);
                inst.operands.get(*k).is_some_and(|argument| self.may_be_number(*caller, argument))
            }),
            Origin::Call(call) => {
                let callee = self.callee(proc, function.instruction(*call)).1;
                callee.is_some_and(|callee| {
                    let returns = self.program.function(callee).instructions.iter();
                    let mut returns = returns.filter(|inst| inst.opcode == Opcode::Ret).flat_map(|inst| &inst.operands);
                    returns.any(|value| self.may_be_number(callee, value))
                })
            }
            _ => false,
        };
        self.numbers.borrow_mut().insert(key, is);
        is
    }

    /// Are two pointers of one object, whatever the program does?
    pub(super) fn same_object(&self, proc: ProcId, a: &Operand, b: &Operand) -> bool {
        self.begin();
        self.same_within(proc, a, b, DEEP)
    }

    fn same_within(&self, proc: ProcId, a: &Operand, b: &Operand, deep: usize) -> bool {
        if a == b {
            return true;
        }
        let [a, b] = [a, b].map(|pointer| self.resolved(proc, self.of(proc, pointer)));
        let (a, b) = match (a.first(), b.first()) {
            (Some(x), Some(y)) if a.len() == 1 && b.len() == 1 => (x, y),
            // Nothing but null has no object of its own.
            (None, _) | (_, None) => return true,
            _ => return false,
        };
        match (a, b) {
            (Origin::Param(i), Origin::Param(j)) => i == j || self.same_for_callers(proc, (*i, *j), deep),
            (Origin::Loaded(x, _), Origin::Loaded(y, _)) => x == y && self.is_one(proc, x),
            _ => a == b && self.is_one(proc, a),
        }
    }

    fn same_for_callers(&self, proc: ProcId, (i, j): (usize, usize), deep: usize) -> bool {
        let Some(callers) = self.callers(proc).filter(|_| deep > 0) else { return false };
        callers.iter().all(|&(caller, call)| {
            if !self.may_go_on() {
                return false;
            }
            let operands = &self.program.function(caller).instruction(call).operands;
            let arguments = operands.get(i).zip(operands.get(j));
            arguments.is_some_and(|(a, b)| self.same_within(caller, a, b, deep - 1))
        })
    }

    /// Puts what a variable always holds in the place of what was loaded from it.
    fn resolved(&self, proc: ProcId, origins: BTreeSet<Origin>) -> BTreeSet<Origin> {
        let held = |origin: Origin| match &origin {
            Origin::Loaded(base, 0) => match **base {
                Origin::Global(object) => self.held(proc, object).unwrap_or(origin),
                _ => origin,
            },
            _ => origin,
        };
        origins.into_iter().map(held).collect()
    }

    /// The one object that a variable points into, if nothing but loads and stores know the variable.
    fn held(&self, proc: ProcId, object: ObjectId) -> Option<Origin> {
        let (module, id) = self.program.object(object);
        let global = self.program.module(module).global(id);
        if global.linkage != Linkage::Internal || global.address_taken || global.initializer.is_none() {
            return None;
        }
        let itself = Origin::Loaded(Box::new(Origin::Global(object)), 0);
        let mut only: Option<(ProcId, Origin)> = None;
        for (by, value) in self.stored.get(&object)? {
            for origin in self.of(*by, value).into_iter().filter(|origin| *origin != itself) {
                let is_absolute = matches!(origin, Origin::Global(_));
                match &only {
                    None => only = Some((*by, origin)),
                    Some((known_by, known)) if *known == origin && (is_absolute || known_by == by) => {}
                    Some(_) => return None,
                }
            }
        }
        only.filter(|(by, origin)| matches!(origin, Origin::Global(_)) || *by == proc).map(|(_, origin)| origin)
    }

    /// Does an origin stand for one object in every round of a loop?
    fn is_one(&self, proc: ProcId, origin: &Origin) -> bool {
        match origin {
            Origin::Param(_) | Origin::Local(_) | Origin::Global(_) => true,
            Origin::Call(call) => !is_in_loop(self.program.function(proc), *call),
            Origin::Loaded(base, _) => self.is_one(proc, base),
            Origin::Code | Origin::Memory(_) | Origin::Number => false,
        }
    }
}

impl Body {
    fn of(function: &Function) -> Body {
        let mut made = vec![None; function.n_values()];
        for (index, inst) in function.instructions.iter().enumerate() {
            if let Some(result) = inst.result {
                made[result.index()] = Some(InstId::new(index));
            }
        }
        let params = function.params.iter().enumerate().map(|(k, param)| (param.value, k)).collect();
        Body { made, params }
    }
}

/// Does a function outside the program return a pointer into its first argument?
fn returns_first(name: &str) -> bool {
    let is_of = |known: &&str| name.strip_prefix(*known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    is(name, Fact::ReturnsFirst) || RETURN_FIRST.iter().any(is_of)
}

/// Can a run come back to an instruction within one call?
fn is_in_loop(function: &Function, inst: InstId) -> bool {
    let home = function.block_of(inst);
    let (mut seen, mut open): (BTreeSet<BlockId>, Vec<BlockId>) =
        (BTreeSet::new(), function.block(home).successors.clone());
    while let Some(block) = open.pop() {
        if block == home {
            return true;
        }
        if seen.insert(block) {
            open.extend(&function.block(block).successors);
        }
    }
    false
}
