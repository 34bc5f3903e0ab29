//! One instruction in a state that many ways lead to. Memory is read and written at all places where an address can point.

use super::super::memory::Entry;
use super::super::value::{Object, Val};
use super::Halt;
use super::contents::Contents;
use super::encode::{Call, Encoder};
use super::state::State;
use std::rc::Rc;
use symcrete_expr::{ExprId, Op, Range, Ranges};
use symcrete_model::{BlockId, Detail, InstId, Instruction, Opcode, ProcId, Scalar, Type};

/// Places of an object that an access is written out for; of more, nothing is known.
const MOST_PLACES: usize = 128;
/// Bytes that an atomic operation writes at most.
const MOST_ATOMIC: u64 = 16;

impl<'p> Encoder<'_, 'p> {
    /// The state behind an instruction; `None` when no run goes on there.
    pub(super) fn instruction(
        &mut self,
        call: &Call<'p>,
        block: BlockId,
        inst: InstId,
        mut state: State,
    ) -> Result<Option<State>, Halt> {
        let instruction = self.scene.program.function(call.proc).instruction(inst);
        let val = match instruction.opcode {
            // Phis are set by jumps.
            Opcode::Phi => return Ok(Some(state)),
            Opcode::Call => return self.call(call, block, inst, state),
            Opcode::Store => {
                self.store(call, inst, instruction, &mut state);
                return Ok(Some(state));
            }
            Opcode::Alloca => self.local(call, instruction, &mut state),
            Opcode::Load => {
                let address = self.operand(call, &state, &instruction.operands[0]);
                self.load(&mut state, address, &instruction.ty)
            }
            Opcode::Gep => {
                let base = self.operand(call, &state, &instruction.operands[0]);
                let indices: Vec<Option<ExprId>> = match &instruction.detail {
                    Detail::Gep { indices, .. } => {
                        indices.iter().map(|step| self.operand_bits(call, &state, &step.index)).collect()
                    }
                    _ => Vec::new(),
                };
                self.symbols.address(instruction, base, &indices)
            }
            Opcode::Select => {
                let condition = self.operand_bits(call, &state, &instruction.operands[0]);
                let [yes, no] = [1, 2].map(|k| self.operand(call, &state, &instruction.operands[k]));
                self.symbols.select(instruction, condition, yes, no)
            }
            Opcode::ICmp => {
                let [a, b] = [0, 1].map(|k| self.operand(call, &state, &instruction.operands[k]));
                self.symbols.compare(instruction, a, b)
            }
            Opcode::CmpXchg | Opcode::AtomicRmw | Opcode::VaArg => {
                let address = self.operand(call, &state, &instruction.operands[0]);
                self.overwrite(call, inst, &mut state, address);
                self.symbols.anything(&instruction.ty)
            }
            Opcode::Other => {
                self.touched(&mut state, &Entry::Everything);
                self.symbols.anything(&instruction.ty)
            }
            _ => {
                let operands: Vec<Val> =
                    instruction.operands.iter().map(|one| self.operand(call, &state, one)).collect();
                self.symbols.compute(instruction, &operands)
            }
        };
        if let Some(result) = instruction.result {
            state.set(result, Some(val));
        }
        Ok(Some(state))
    }

    fn local(&mut self, call: &Call<'p>, instruction: &Instruction, state: &mut State) -> Val {
        let Some(result) = instruction.result.filter(|&result| call.body.is_variable(result)) else {
            return self.symbols.anything(&instruction.ty);
        };
        let object = Object::Local(call.frame, result);
        let contents = Rc::new(Contents::new(self.bases.any()));
        Rc::make_mut(&mut state.memory).insert(object, contents);
        Val::Pointer(object, self.symbols.arena.constant(64, 0))
    }

    /// Something is written there.
    fn overwrite(&mut self, call: &Call<'p>, inst: InstId, state: &mut State, address: Val) {
        match address {
            Val::Pointer(object, offset) => {
                self.leave(call, inst, state, object, offset, MOST_ATOMIC);
                self.forget(state, object);
            }
            Val::Bits(_) | Val::Opaque => {
                self.lose(state.guard, call, inst, "a write to an address that is computed as a number");
                self.touched(state, &Entry::Exposed);
            }
        }
    }

    /// Something in an object is written.
    pub(super) fn forget(&mut self, state: &mut State, object: Object) {
        self.touched(state, &Entry::Object(object));
        Rc::make_mut(&mut state.memory).remove(&object);
        if !matches!(object, Object::Unknown(_)) {
            let contents = Rc::new(Contents::new(self.bases.any()));
            Rc::make_mut(&mut state.memory).insert(object, contents);
        }
    }

    /// How many bytes an object has, where that is known.
    pub(super) fn room(&self, object: Object) -> Option<u64> {
        match object {
            Object::Unknown(_) => None,
            Object::Global(id) => self.scene.global_size(id),
            Object::Local(frame, value) => {
                let proc = self.frames[frame.0 as usize].proc;
                let inst = self.scene.body(proc).memory.definition(value);
                inst.and_then(|inst| self.scene.program.function(proc).instruction(inst).alloca_size())
            }
        }
    }

    /// The offsets at which an access of so many bytes stays inside, as many as there can be; `None` when there are too many.
    fn offsets(&mut self, object: Object, offset: ExprId, size: u64) -> Option<Vec<u128>> {
        if let Some(value) = self.symbols.arena.as_const(offset) {
            // Nobody knows what is in front of what an unknown pointer leads to.
            let is_before = matches!(object, Object::Unknown(_)) && !self.is_inside(object, value, size);
            return (!is_before).then(|| vec![value]);
        }
        let last = u128::from(self.room(object)?.checked_sub(size)?);
        let range = Ranges::default().of(&self.symbols.arena, offset);
        if let Some(few) = range.few(MOST_PLACES) {
            return Some(few);
        }
        // As many as fit.
        let (low, _) = range.bounds();
        let step = match range {
            Range::Steps { step, .. } => step,
            Range::Values(_) => 1,
        };
        let first = low % step;
        let n = last.checked_sub(first).map_or(0, |room| room / step + 1);
        (n <= MOST_PLACES as u128).then(|| (0..n).map(|k| first + k * step).collect())
    }

    fn is_inside(&self, object: Object, at: u128, size: u64) -> bool {
        match self.room(object) {
            Some(room) => at.checked_add(u128::from(size)).is_some_and(|end| end <= u128::from(room)),
            None => at.checked_add(u128::from(size)).is_some_and(|end| end <= i64::MAX as u128),
        }
    }

    /// What an object holds, as far as that can be known.
    fn contents(&mut self, state: &mut State, object: Object) -> Rc<Contents> {
        if let Some(known) = state.memory.get(&object) {
            return known.clone();
        }
        let base = match object {
            Object::Global(id) if self.scene.is_constant(id) => self.bases.initial(id),
            _ => self.bases.any(),
        };
        let contents = Rc::new(Contents::new(base));
        // A local variable that is not there is gone.
        if !matches!(object, Object::Local(..)) {
            Rc::make_mut(&mut state.memory).insert(object, contents.clone());
        }
        contents
    }

    pub(super) fn load(&mut self, state: &mut State, address: Val, ty: &Type) -> Val {
        let (Type::Scalar(scalar), Val::Pointer(object, offset)) = (ty, address) else {
            return self.symbols.anything(ty);
        };
        let size = scalar.store_size();
        let Some(offsets) = self.offsets(object, offset, size).filter(|_| scalar.bits() <= symcrete_expr::MAX_WIDTH)
        else {
            return self.symbols.anything(ty);
        };
        let contents = self.contents(state, object);
        let mut found = self.symbols.anything(ty);
        for at in offsets.into_iter().rev() {
            if !self.is_inside(object, at, size) {
                continue;
            }
            let here = contents.read(&mut self.tools(), at as i64, *scalar);
            let at = self.symbols.arena.constant(64, at);
            let is_here = self.symbols.arena.binary(Op::Eq, offset, at);
            if self.symbols.arena.as_const(is_here) == Some(1) {
                return here;
            }
            found = self.symbols.choice(is_here, here, found).unwrap_or_else(|| self.symbols.anything(ty));
        }
        found
    }

    fn store(&mut self, call: &Call<'p>, inst: InstId, instruction: &Instruction, state: &mut State) {
        let Detail::Store { ty } = &instruction.detail else {
            return self.lose(state.guard, call, inst, "a write that is not modelled");
        };
        let val = self.operand(call, state, &instruction.operands[0]);
        let address = self.operand(call, state, &instruction.operands[1]);
        let Val::Pointer(object, offset) = address else {
            self.lose(state.guard, call, inst, "a write to an address that is computed as a number");
            return self.touched(state, &Entry::Exposed);
        };
        let Some(size) = ty.store_size() else {
            return self.lose(state.guard, call, inst, "a write of unknown size");
        };
        let val = self.stored(val, ty, size);
        self.write(call, inst, state, (object, offset), size, val);
    }

    /// A value as it can be kept in memory.
    fn stored(&mut self, val: Val, ty: &Type, size: u64) -> Val {
        match (val, ty) {
            (Val::Pointer(..), Type::Scalar(Scalar::Pointer)) => val,
            (Val::Bits(term), Type::Scalar(_)) if u64::from(self.symbols.arena.width(term)) == 8 * size => val,
            _ => Val::Opaque,
        }
    }

    /// Writes a value to an object, at all places where an offset can be.
    pub(super) fn write(
        &mut self,
        call: &Call<'p>,
        inst: InstId,
        state: &mut State,
        (object, offset): (Object, ExprId),
        size: u64,
        val: Val,
    ) {
        let is_gone = matches!(object, Object::Local(..)) && !state.memory.contains_key(&object);
        if is_gone {
            return self.lose(state.guard, call, inst, "a variable that is gone may be written");
        }
        if matches!(object, Object::Global(id) if self.scene.is_constant(id)) {
            return;
        }
        let Some(offsets) = self.offsets(object, offset, size) else {
            self.leave(call, inst, state, object, offset, size);
            return self.forget(state, object);
        };
        if matches!(object, Object::Unknown(_)) {
            self.trust(call, inst, state, offset, Some(size));
        }
        let inside: Vec<u128> = offsets.iter().copied().filter(|&at| self.is_inside(object, at, size)).collect();
        let outside = self.none_of(offset, &inside);
        let guard = self.guards.term(state.guard);
        let outside = self.symbols.arena.binary(Op::And, guard, outside);
        let is_certain =
            Ranges::default().of(&self.symbols.arena, offset).few(MOST_PLACES).is_some_and(|all| all == inside);
        if !is_certain {
            self.lose_if(outside, call, inst, "a write may leave its object");
        }
        // Other names of the object.
        self.touched_beside(state, object);
        let mut contents = Contents::clone(&*self.contents(state, object));
        for &at in &inside {
            let here = self.symbols.arena.constant(64, at);
            let is_here = self.symbols.arena.binary(Op::Eq, offset, here);
            let new = match self.symbols.arena.as_const(is_here) {
                Some(1) => val,
                _ => self.perhaps(&contents, at as i64, size, is_here, val),
            };
            contents.write(&mut self.tools(), at as i64, size as i64, new);
        }
        Rc::make_mut(&mut state.memory).insert(object, Rc::new(contents));
    }

    fn perhaps(&mut self, contents: &Contents, at: i64, size: u64, is_here: ExprId, val: Val) -> Val {
        let scalar = match val {
            Val::Bits(_) => Scalar::Int(8 * size as u32),
            Val::Pointer(..) => Scalar::Pointer,
            Val::Opaque => return Val::Opaque,
        };
        let old = contents.read(&mut self.tools(), at, scalar);
        self.symbols.choice(is_here, val, old).unwrap_or(Val::Opaque)
    }

    /// Anything may happen if a write leaves its object.
    pub(super) fn leave(
        &mut self,
        call: &Call<'p>,
        inst: InstId,
        state: &State,
        object: Object,
        offset: ExprId,
        size: u64,
    ) {
        let Some(room) = self.room(object) else { return self.trust(call, inst, state, offset, Some(size)) };
        let guard = self.guards.term(state.guard);
        let outside = match room.checked_sub(size) {
            Some(last) => {
                let last = self.symbols.arena.constant(64, u128::from(last));
                self.symbols.arena.binary(Op::Ugt, offset, last)
            }
            None => symcrete_expr::Arena::TRUE,
        };
        let outside = self.symbols.arena.binary(Op::And, guard, outside);
        self.lose_if(outside, call, inst, "a write may leave its object");
    }

    /// What an unknown pointer leads to has no known end: taken to be large enough if the program gives away no pointers to less.
    pub(super) fn trust(&mut self, call: &Call<'p>, inst: InstId, state: &State, offset: ExprId, size: Option<u64>) {
        let offset = self.symbols.constant(offset).and_then(|offset| u64::try_from(offset).ok());
        let end = offset.zip(size).and_then(|(offset, size)| offset.checked_add(size));
        if end.is_none_or(|end| self.scene.strays().may_leave(end)) {
            self.lose(state.guard, call, inst, "a write through a pointer may leave its object");
        }
    }

    /// Functions that are not written out are taken to keep to their objects if none of them may do otherwise.
    pub(super) fn trust_in(&mut self, call: &Call<'p>, inst: InstId, state: &State, procs: &[ProcId]) {
        if let Some(why) = self.scene.strays().first(self.scene.program, procs.iter().copied()) {
            self.lose(state.guard, call, inst, &why);
        }
    }

    /// Other objects that a write to this one may hit.
    fn touched_beside(&mut self, state: &mut State, object: Object) {
        let kept = state.memory.get(&object).cloned();
        self.touched(state, &Entry::Object(object));
        if let Some(kept) = kept {
            Rc::make_mut(&mut state.memory).insert(object, kept);
        }
    }
}
