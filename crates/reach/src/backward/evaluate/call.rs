//! Calls: entering, returning, and those that are not followed.

use super::super::external::Writes;
use super::super::memory::Entry;
use super::super::suffix::FrameId;
use super::super::value::{Object, Val};
use super::Run;
use symcrete_expr::{ExprId, Op};
use symcrete_model::{InstId, Instruction, ProcId};

/// Most bytes of a block that is copied byte by byte.
const MAX_BLOCK: u64 = 4096;

impl Run<'_, '_> {
    /// Parameters become arguments.
    pub(super) fn enter(&mut self, caller: FrameId, call: InstId, callee: FrameId) {
        let program = self.scene.program;
        let operands = &program.function(self.suffix.proc(caller)).instruction(call).operands;
        for (k, param) in program.function(self.suffix.proc(callee)).params.iter().enumerate() {
            let val = match operands.get(k) {
                Some(operand) if param.byval.is_none() => self.operand(caller, operand),
                _ => self.symbols.anything(&param.ty),
            };
            let val = self.symbols.passed(val, &param.ty);
            self.env.insert((callee, param.value), val);
        }
    }

    /// The call's result becomes what was returned.
    pub(super) fn leave(&mut self, (callee, ret): (FrameId, InstId), (caller, call): (FrameId, InstId)) {
        let program = self.scene.program;
        let returned = program.function(self.suffix.proc(callee)).instruction(ret).operands.first();
        let ty = &program.function(self.suffix.proc(caller)).instruction(call).ty;
        let val = match returned {
            Some(operand) => self.operand(callee, operand),
            None => self.symbols.anything(ty),
        };
        let val = self.symbols.passed(val, ty);
        self.define(caller, call, val);
    }

    /// A call that is not followed.
    pub(super) fn call(&mut self, frame: FrameId, inst: InstId, call: &Instruction) -> Val {
        let Some(callee) = self.scene.callee(self.suffix.proc(frame), inst) else {
            self.log.push(Entry::Everything);
            return self.symbols.anything(&call.ty);
        };
        let function = self.scene.program.function(callee);
        if function.is_defined() {
            self.log.push(Entry::Ran(callee));
        } else if let Some(name) = function.name.strip_prefix("llvm.") {
            return self.intrinsic(frame, inst, call, name);
        } else {
            self.outside(frame, inst, callee);
            if function.name == "__VERIFIER_assume" {
                self.assume(frame, inst, call);
            }
        }
        self.symbols.anything(&call.ty)
    }

    fn outside(&mut self, frame: FrameId, inst: InstId, callee: ProcId) {
        let proc = self.suffix.proc(frame);
        match self.scene.outside(proc, inst, callee) {
            Writes::Nothing => {}
            Writes::ThroughArguments => {
                for operand in &self.scene.program.function(proc).instruction(inst).operands {
                    match self.operand(frame, operand) {
                        Val::Pointer(object @ Object::Unknown(_), _) => {
                            self.log.push(Entry::Object(object));
                            self.log.push(Entry::Exposed);
                        }
                        Val::Pointer(object, _) => self.log.push(Entry::Object(object)),
                        // An address can be computed as a number.
                        Val::Bits(term)
                            if self.symbols.arena.width(term) == 64 && self.symbols.arena.as_const(term).is_none() =>
                        {
                            self.log.push(Entry::Exposed);
                        }
                        Val::Bits(_) | Val::Opaque => {}
                    }
                }
            }
            Writes::Anything if self.scene.has_callbacks() => self.log.push(Entry::Everything),
            Writes::Anything => self.log.push(Entry::Exposed),
        }
    }

    /// The run ends where an assumption does not hold.
    fn assume(&mut self, frame: FrameId, inst: InstId, call: &Instruction) {
        let Some(term) = call.operands.first().and_then(|operand| self.operand_bits(frame, operand)) else { return };
        let zero = self.symbols.arena.constant(self.symbols.arena.width(term), 0);
        let held = self.symbols.arena.binary(Op::Ne, term, zero);
        self.hold(held, None, (self.suffix.proc(frame), inst));
    }

    fn intrinsic(&mut self, frame: FrameId, inst: InstId, call: &Instruction, name: &str) -> Val {
        if name.starts_with("memset") || name.starts_with("memcpy") || name.starts_with("memmove") {
            self.block(frame, call, name.starts_with("memset"));
            return Val::Opaque;
        }
        if self.scene.effect(self.suffix.proc(frame), inst) != super::super::scene::Touch::Nothing {
            self.log.push(Entry::Everything);
        }
        let family = name.split('.').next().unwrap_or_default();
        let args: Option<Vec<ExprId>> = call.operands.iter().map(|operand| self.operand_bits(frame, operand)).collect();
        self.symbols.intrinsic(call, family, args)
    }

    /// `memset` by a constant, and copies out of constant data; everything else is a write of unknown bytes.
    fn block(&mut self, frame: FrameId, call: &Instruction, is_set: bool) {
        let [to, what, len, ..] = call.operands.as_slice() else { return self.log.push(Entry::Everything) };
        let to = self.operand(frame, to);
        let what = self.operand(frame, what);
        let len = self
            .operand_bits(frame, len)
            .and_then(|len| self.symbols.constant(len))
            .and_then(|len| u64::try_from(len).ok());
        let Some((object, offset)) = self.place(to) else { return self.log.push(Entry::Exposed) };
        let at = self.symbols.constant(offset);
        let (Some(at), Some(len)) = (at, len.filter(|&len| len <= MAX_BLOCK)) else {
            return self.log.push(Entry::Object(object));
        };
        if !self.is_inside(object, at, len) {
            return self.log.push(Entry::Everything);
        }
        let bytes: Option<Vec<ExprId>> = match (is_set, what) {
            (true, Val::Bits(byte)) if self.symbols.arena.width(byte) == 8 => Some(vec![byte; len as usize]),
            (false, Val::Pointer(source, from)) => self
                .symbols
                .constant(from)
                .map(|from| (0..len as i64).map(|k| self.byte(source, from.wrapping_add(k))).collect()),
            _ => None,
        };
        match bytes {
            Some(bytes) => self.log.push(Entry::Bytes { object, offset: at, val: Val::Opaque, bytes }),
            None => self.log.push(Entry::Object(object)),
        }
    }
}
