//! Which instructions may run though the program does not come to them.
//!
//! Whatever only computes and cannot trap. Loads only where the address was read or written shortly before, without a call between,
//! or is inside a variable; stores as well, since what they overwrite is read. Floats do not: they leave flags behind. A shift by
//! too much has no meaning that the runtime could follow; those that the processor knows have been cut (`shifts`).

use super::{Merged, WIDEST, is_mark, is_soft};
use crate::llvm::Opcode;
use crate::llvm::{Block, Session, Value};
use crate::sites::CASE;
use crate::variable;
use std::collections::HashMap;

/// Blocks above the entry that are searched for accesses.
const BLOCKS_ABOVE: usize = 8;

/// What is known about memory at the entry of a region, and what blocks are taken along.
pub(super) struct Speculation<'s> {
    session: &'s Session,
    merged: &'s Merged<'s>,
    /// Addresses that were accessed, and how many bytes of them.
    accessed: HashMap<Value<'s>, u64>,
}

impl<'s> Speculation<'s> {
    pub(super) fn new(session: &'s Session, merged: &'s Merged<'s>, entry: Block<'s>) -> Speculation<'s> {
        let mut speculation = Speculation { session, merged, accessed: HashMap::new() };
        let mut block = Some(entry);
        for _ in 0..BLOCKS_ABOVE {
            let Some(here) = block.filter(|&block| speculation.look_above(block)) else { break };
            block = match here.predecessors()[..] {
                [above] if above != entry => Some(above),
                _ => None,
            };
        }
        speculation
    }

    /// Notes the accesses of a block, from its end to the last call. Says whether there was none.
    fn look_above(&mut self, block: Block<'s>) -> bool {
        for instruction in block.instructions().into_iter().rev() {
            if instruction.is_call() && !is_harmless(instruction) {
                return false;
            }
            self.note(instruction);
        }
        true
    }

    fn note(&mut self, instruction: Value<'s>) {
        if let Some((pointer, bytes)) = self.access(instruction) {
            let known = self.accessed.entry(pointer).or_default();
            *known = bytes.max(*known);
        }
    }

    /// The address and the bytes that a plain load or store uses.
    fn access(&self, instruction: Value<'s>) -> Option<(Value<'s>, u64)> {
        let (pointer, ty) = match instruction.opcode()? {
            Opcode::LLVMLoad => (instruction.operand(0), instruction.ty()),
            Opcode::LLVMStore => (instruction.operand(1), instruction.operand(0).ty()),
            _ => return None,
        };
        instruction.is_plain_access().then(|| (pointer, ty.store_size(self.session)))
    }

    /// How many instructions a block has, if all of them may run.
    pub(super) fn take(&self, block: Block) -> Option<usize> {
        if block.has_address() {
            return None;
        }
        let instructions = block.instructions();
        for &instruction in &instructions {
            if !self.may_run(instruction) {
                return None;
            }
        }
        let is_ours = |&i: &Value| is_mark(i) || is_soft(i) || self.merged.is_number(i) || self.merged.is_choice(i);
        Some(instructions.iter().filter(|i| !is_ours(i)).count())
    }

    fn may_run(&self, instruction: Value) -> bool {
        use Opcode::*;
        let Some(opcode) = instruction.opcode() else { return false };
        match opcode {
            LLVMPHI | LLVMBr => true,
            LLVMAdd | LLVMSub | LLVMMul | LLVMAnd | LLVMOr | LLVMXor => instruction.ty().is_int(),
            LLVMICmp => instruction.operand(0).ty().is_int() || instruction.operand(0).ty().is_pointer(),
            LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFreeze => instruction.ty().is_int(),
            LLVMSelect => instruction.operand(0).ty().is_int() && !instruction.ty().is_vector(),
            LLVMGetElementPtr => instruction.ty().is_pointer(),
            LLVMShl | LLVMLShr | LLVMAShr => is_shift(instruction),
            LLVMUDiv | LLVMURem | LLVMSDiv | LLVMSRem => is_safe_division(instruction),
            LLVMLoad => is_number(instruction) && self.is_readable(instruction),
            LLVMStore => is_number(instruction.operand(0)) && self.is_readable(instruction),
            LLVMCall => is_mark(instruction) || is_soft(instruction) || is_pure(instruction),
            _ => false,
        }
    }

    /// Is it known that the bytes are there?
    fn is_readable(&self, instruction: Value) -> bool {
        let Some((pointer, bytes)) = self.access(instruction) else { return false };
        let was_accessed = self.accessed.get(&pointer).is_some_and(|&known| known >= bytes);
        was_accessed || bytes <= WIDEST && is_variable(self.session, pointer, bytes)
    }
}

/// Is the address that of a variable itself, with so many bytes? A declaration may have no memory (`weak`).
fn is_variable(session: &Session, pointer: Value, bytes: u64) -> bool {
    let is_there = !pointer.is_global_variable() || !pointer.is_declaration();
    is_there
        && variable::root(pointer) == pointer
        && variable::underlying(pointer, session).is_some_and(|(_, size)| u64::from(size) >= bytes)
}

fn is_number(value: Value) -> bool {
    (value.ty().is_int() && matches!(value.ty().int_width(), 8 | 16 | 32 | 64)) || value.ty().float_width().is_some()
}

fn is_shift(shift: Value) -> bool {
    let ty = shift.ty();
    ty.is_int() && {
        let amount = shift.operand(1);
        let most = if amount.opcode() == Some(Opcode::LLVMAnd) { amount.operand(1) } else { amount };
        most.const_int().is_some_and(|n| n < u64::from(ty.int_width()))
    }
}

/// A division by a constant that is neither 0 nor −1.
fn is_safe_division(division: Value) -> bool {
    let divisor = division.operand(1);
    let ty = divisor.ty();
    ty.is_int()
        && ty.int_width() <= 64
        && divisor.const_int().is_some_and(|n| n != 0 && n != u64::MAX >> (64 - ty.int_width()))
}

/// Calls that neither free nor change anything.
fn is_harmless(call: Value) -> bool {
    let callee = call.callee();
    let is_case = callee.is_function() && callee.name().starts_with(CASE);
    is_mark(call) || is_soft(call) || is_case || is_pure(call)
}

/// Intrinsics that compute a number from numbers.
fn is_pure(call: Value) -> bool {
    const PURE: [&str; 20] = [
        "llvm.smax.",
        "llvm.smin.",
        "llvm.umax.",
        "llvm.umin.",
        "llvm.abs.",
        "llvm.ctpop.",
        "llvm.bswap.",
        "llvm.bitreverse.",
        "llvm.fshl.",
        "llvm.fshr.",
        "llvm.ctlz.",
        "llvm.cttz.",
        "llvm.uadd.sat.",
        "llvm.sadd.sat.",
        "llvm.usub.sat.",
        "llvm.ssub.sat.",
        "llvm.uadd.with.",
        "llvm.sadd.with.",
        "llvm.usub.with.",
        "llvm.ssub.with.",
    ];
    let callee = call.callee();
    let is_number = call.ty().is_int() || call.ty().is_struct();
    callee.is_function() && is_number && PURE.iter().any(|start| callee.name().starts_with(start))
}
