//! Calls: those of the program are written out where they stand, up to a depth; of others only what they may write is known.

use super::super::extent::Extent;
use super::super::external::Writes;
use super::super::memory::Entry;
use super::super::scene::Touch;
use super::super::value::{Object, Val};
use super::Halt;
use super::encode::{Call, Came, Encoder};
use super::state::State;
use symcrete_expr::{ExprId, Op, mask};
use symcrete_libc::{Fact, facts};
use symcrete_model::{BlockId, InstId, Instruction, ProcId, Scalar, Type};

/// Calls that are written out inside each other.
const MAX_DEPTH: u32 = 12;
/// Most bytes of a block that is copied byte by byte.
const MAX_BLOCK: u64 = 4096;

impl<'p> Encoder<'_, 'p> {
    pub(super) fn call(
        &mut self,
        call: &Call<'p>,
        block: BlockId,
        inst: InstId,
        mut state: State,
    ) -> Result<Option<State>, Halt> {
        let instruction = self.scene.program.function(call.proc).instruction(inst);
        let val = match self.scene.callee(call.proc, inst) {
            None => {
                self.trust_in(call, inst, &state, self.scene.callbacks());
                self.touched(&mut state, &Entry::Everything);
                self.symbols.anything(&instruction.ty)
            }
            Some(callee) if self.scene.program.function(callee).is_defined() => {
                let after = self.is_ahead(call, block, inst);
                if !after && !self.places.leads(callee) {
                    return Ok(None);
                }
                match self.inside(call, inst, callee, &mut state, after)? {
                    Some(val) => val,
                    None => return Ok(None),
                }
            }
            Some(callee) => {
                let name = &self.scene.program.function(callee).name;
                match name.strip_prefix("llvm.") {
                    Some(intrinsic) => self.intrinsic(call, inst, instruction, intrinsic, &mut state),
                    None => self.outside(call, inst, callee, &mut state),
                }
            }
        };
        if let Some(result) = instruction.result {
            state.set(result, Some(val));
        }
        let is_over = self.guards.is_never(&self.symbols.arena, state.guard);
        Ok(if is_over { None } else { Some(state) })
    }

    /// A call of the program's own: what it returns, if it does.
    fn inside(
        &mut self,
        call: &Call<'p>,
        inst: InstId,
        callee: ProcId,
        state: &mut State,
        after: bool,
    ) -> Result<Option<Val>, Halt> {
        let program = self.scene.program;
        let instruction = program.function(call.proc).instruction(inst);
        let depth = self.frames[call.frame.0 as usize].depth + 1;
        if depth <= MAX_DEPTH {
            let operands = &instruction.operands;
            let mut args = Vec::new();
            for (k, param) in program.function(callee).params.iter().enumerate() {
                let val = match operands.get(k) {
                    Some(operand) if param.byval.is_none() => self.operand(call, state, operand),
                    _ => self.symbols.anything(&param.ty),
                };
                args.push(self.symbols.passed(val, &param.ty));
            }
            match self.function(callee, &args, state.clone(), depth, after)? {
                Some(Some((behind, val))) => {
                    (state.guard, state.memory) = (behind.guard, behind.memory);
                    let val = val.unwrap_or_else(|| self.symbols.anything(&instruction.ty));
                    return Ok(Some(self.symbols.passed(val, &instruction.ty)));
                }
                Some(None) => return Ok(None),
                None => {}
            }
        }
        if self.places.leads(callee) {
            self.lose(state.guard, call, inst, "a call that can lead there is too deep to be followed");
        }
        self.trust_in(call, inst, state, &[callee]);
        self.touched(state, &Entry::Ran(callee));
        Ok(Some(self.symbols.anything(&instruction.ty)))
    }

    fn outside(&mut self, call: &Call<'p>, inst: InstId, callee: ProcId, state: &mut State) -> Val {
        let instruction = self.scene.program.function(call.proc).instruction(inst);
        let writes = self.scene.outside(call.proc, inst, callee);
        if writes != Writes::Nothing {
            for (k, operand) in instruction.operands.iter().enumerate() {
                let extent = self.scene.extent(call.proc, inst, callee, k);
                let val = self.operand(call, state, operand);
                self.given(call, inst, state, val, extent);
            }
        }
        match writes {
            Writes::Anything if self.scene.has_callbacks() => {
                self.trust_in(call, inst, state, self.scene.callbacks());
                self.touched(state, &Entry::Everything);
            }
            Writes::Anything => self.touched(state, &Entry::Exposed),
            Writes::Nothing | Writes::ThroughArguments => {}
        }
        if self.scene.program.function(callee).name == "__VERIFIER_assume" {
            self.assume(call, instruction, state);
        }
        let val = self.returned(call, instruction, callee, state);
        if let Val::Bits(term) = val {
            self.came.push(Came { guard: self.guards.term(state.guard), call: (call.proc, inst), term });
        }
        val
    }

    /// What a function outside the program returns: anything that its row allows.
    fn returned(&mut self, call: &Call<'p>, instruction: &Instruction, callee: ProcId, state: &State) -> Val {
        let all = self.symbols.anything(&instruction.ty);
        let Val::Bits(term) = all else { return all };
        let width = self.symbols.arena.width(term);
        let fact = |fact: Fact| match fact {
            Fact::ReturnsByte if width == 32 => Some((None, true)),
            Fact::ReturnsUpTo(most) => Some((Some(most), false)),
            Fact::ReturnsUpToOrFails(most) => Some((Some(most), true)),
            _ => None,
        };
        let found = facts(&self.scene.program.function(callee).name).find_map(fact);
        let Some((most, may_fail)) = found else { return all };
        let within = match most {
            None => {
                let byte = self.symbols.byte();
                self.symbols.arena.cast(Op::ZExt, byte, width)
            }
            Some(most) => {
                let most = instruction.operands.get(most).and_then(|operand| self.operand_bits(call, state, operand));
                let Some(most) = most.filter(|&most| self.symbols.arena.width(most) == width) else { return all };
                self.symbols.arena.binary(Op::UMin, term, most)
            }
        };
        if !may_fail {
            return Val::Bits(within);
        }
        let (fails, minus_one) = (self.symbols.symbol(1), self.symbols.arena.constant(width, mask(width)));
        Val::Bits(self.symbols.arena.ite(fails, minus_one, within))
    }

    /// A function outside the program is given a value, and may write so much through it.
    fn given(&mut self, call: &Call<'p>, inst: InstId, state: &mut State, val: Val, extent: Extent) {
        match (val, extent) {
            (_, Extent::Nothing) => {}
            (Val::Pointer(Object::Global(id), _), _) if self.scene.is_constant(id) => {}
            (Val::Pointer(object, offset), extent) => {
                match extent {
                    Extent::Bytes(n) => self.leave(call, inst, state, object, offset, n),
                    _ => self.lose(state.guard, call, inst, "a call may write more than there is room for"),
                }
                self.forget(state, object);
                if matches!(object, Object::Unknown(_)) {
                    self.touched(state, &Entry::Exposed);
                }
            }
            // An address can be computed as a number.
            (Val::Bits(term), _)
                if self.symbols.arena.width(term) == 64 && self.symbols.arena.as_const(term).is_none() =>
            {
                self.touched(state, &Entry::Exposed);
            }
            (Val::Bits(_) | Val::Opaque, _) => {}
        }
    }

    /// The run ends where an assumption does not hold.
    fn assume(&mut self, call: &Call<'p>, instruction: &Instruction, state: &mut State) {
        let term = instruction.operands.first().and_then(|operand| self.operand_bits(call, state, operand));
        let Some(term) = term else { return };
        let zero = self.symbols.arena.constant(self.symbols.arena.width(term), 0);
        let held = self.symbols.arena.binary(Op::Ne, term, zero);
        state.guard = self.guards.and(&mut self.symbols.arena, state.guard, held);
    }

    fn intrinsic(
        &mut self,
        call: &Call<'p>,
        inst: InstId,
        instruction: &Instruction,
        name: &str,
        state: &mut State,
    ) -> Val {
        if name.starts_with("memset") || name.starts_with("memcpy") || name.starts_with("memmove") {
            self.move_block(call, inst, instruction, name.starts_with("memset"), state);
            return Val::Opaque;
        }
        if self.scene.effect(call.proc, inst) != Touch::Nothing {
            self.touched(state, &Entry::Everything);
        }
        let family = name.split('.').next().unwrap_or_default();
        let args: Option<Vec<ExprId>> =
            instruction.operands.iter().map(|operand| self.operand_bits(call, state, operand)).collect();
        self.symbols.intrinsic(instruction, family, args)
    }

    /// Fills and copies of a constant number of bytes; of everything else only where it goes is known.
    fn move_block(
        &mut self,
        call: &Call<'p>,
        inst: InstId,
        instruction: &Instruction,
        is_set: bool,
        state: &mut State,
    ) {
        let [to, what, len, ..] = instruction.operands.as_slice() else {
            return self.lose(state.guard, call, inst, "a copy that is not modelled");
        };
        let (to, what) = (self.operand(call, state, to), self.operand(call, state, what));
        let len = self.operand_bits(call, state, len);
        let constant = len.and_then(|len| self.symbols.arena.as_const(len)).and_then(|len| u64::try_from(len).ok());
        let Val::Pointer(object, offset) = to else {
            self.lose(state.guard, call, inst, "a copy to an address that is computed as a number");
            return self.touched(state, &Entry::Exposed);
        };
        let Some(len) = constant.filter(|&len| len <= MAX_BLOCK) else {
            match constant {
                Some(len) => self.leave(call, inst, state, object, offset, len),
                None => self.lose(state.guard, call, inst, "a copy of unknown length may leave its object"),
            }
            return self.forget(state, object);
        };
        let bytes: Option<Vec<Val>> = match (is_set, what) {
            (true, Val::Bits(byte)) if self.symbols.arena.width(byte) == 8 => Some(vec![Val::Bits(byte); len as usize]),
            (false, Val::Pointer(source, from)) if self.symbols.constant(from).is_some() => {
                let ty = Type::Scalar(Scalar::Int(8));
                let byte = |k: u64| {
                    let k = self.symbols.arena.constant(64, u128::from(k));
                    let at = self.symbols.arena.binary(Op::Add, from, k);
                    self.load(state, Val::Pointer(source, at), &ty)
                };
                Some((0..len).map(byte).collect())
            }
            _ => None,
        };
        match (bytes, self.symbols.constant(offset)) {
            (Some(bytes), Some(_)) => {
                for (k, byte) in bytes.into_iter().enumerate() {
                    let k = self.symbols.arena.constant(64, k as u128);
                    let at = self.symbols.arena.binary(Op::Add, offset, k);
                    self.write(call, inst, state, (object, at), 1, byte);
                }
            }
            _ => {
                self.leave(call, inst, state, object, offset, len);
                self.forget(state, object);
            }
        }
    }
}
