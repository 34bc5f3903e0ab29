//! Describes instructions: one file per family, this one only routes.
//!
//! [`support`] is the table of every LLVM opcode; a test walks LLVM's own list against it, and
//! `intrinsic` does the same for intrinsics.

mod aggregate;
mod arithmetic;
mod call;
mod control;
mod float;
pub mod intrinsic;
mod memory;
pub(crate) mod object;

use super::describe::{Local, NONE};
use super::piece::{Check, Piece};
use crate::llvm::{Opcode, Value};
use crate::sites::{CASE, MARK, SOFT};
use symcrete_abi::segment::Code;
use symcrete_trace::What;

pub(crate) use call::{after_call, before_call, enter};
pub(crate) use control::{Edges, phis_on_entry, terminator};

/// How an instruction takes part in segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// A marker of ours.
    Mark,
    /// A call that may reach instrumented code.
    Call,
    /// Described by an operator, or without effect on shadows.
    Plain,
}

/// Where an instruction belongs.
pub(crate) fn family(instruction: Value) -> Family {
    match instruction.opcode() {
        Some(Opcode::LLVMCall) => {
            let callee = instruction.callee();
            if !callee.is_function() {
                return Family::Call;
            }
            let name = callee.name();
            if name == MARK || name == SOFT || name.starts_with(CASE) {
                Family::Mark
            } else if name.starts_with("llvm.") {
                Family::Plain
            } else {
                Family::Call
            }
        }
        Some(Opcode::LLVMInvoke | Opcode::LLVMCallBr) => Family::Call,
        _ => Family::Plain,
    }
}

/// The base name of the intrinsic that an instruction calls, if it calls one: `llvm.memcpy`.
pub(crate) fn intrinsic_name(instruction: Value) -> Option<String> {
    let callee = instruction.callee();
    (callee.is_function() && callee.name().starts_with("llvm.")).then(|| intrinsic::base_name(callee))
}

/// Whether and why an opcode is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Described exactly.
    Handled,
    /// Has no data to follow.
    NoData,
    /// Made concrete and counted, for the reason given.
    Unsupported(&'static str),
}

/// Every opcode of LLVM.
pub fn support(opcode: Opcode) -> Support {
    use Opcode::*;
    match opcode {
        LLVMRet | LLVMBr | LLVMSwitch | LLVMIndirectBr | LLVMInvoke | LLVMCall | LLVMPHI => Support::Handled,
        LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl | LLVMLShr | LLVMAShr
        | LLVMAnd | LLVMOr | LLVMXor | LLVMICmp | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMPtrToInt | LLVMIntToPtr
        | LLVMBitCast | LLVMSelect | LLVMFreeze | LLVMPtrToAddr => Support::Handled,
        LLVMFNeg | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFCmp | LLVMFPToUI | LLVMFPToSI
        | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt => Support::Handled,
        LLVMLoad | LLVMStore | LLVMGetElementPtr | LLVMAtomicCmpXchg | LLVMAtomicRMW => Support::Handled,
        LLVMExtractElement | LLVMInsertElement | LLVMShuffleVector | LLVMExtractValue | LLVMInsertValue => {
            Support::Handled
        }
        LLVMAlloca => Support::Handled,
        LLVMFence | LLVMUnreachable | LLVMResume | LLVMLandingPad => Support::NoData,
        LLVMCleanupRet | LLVMCatchRet | LLVMCatchPad | LLVMCleanupPad | LLVMCatchSwitch => {
            Support::Unsupported("Windows exception handling")
        }
        LLVMCallBr => Support::Unsupported("assembly goto is inline assembly"),
        LLVMVAArg => Support::Unsupported("clang lowers va_arg itself on x86-64"),
        LLVMAddrSpaceCast => Support::Unsupported("other address spaces have no shadow"),
        LLVMUserOp1 | LLVMUserOp2 => Support::Unsupported("never in a valid module"),
    }
}

/// Describes one instruction that is neither a call nor a terminator.
pub(crate) fn describe<'s>(piece: &mut Piece<'s>, instruction: Value<'s>) {
    use Opcode::*;
    let Some(opcode) = instruction.opcode() else { return };
    if instruction.is_fast_math() || piece.callees.flushes && float::is_arithmetic(opcode) {
        count_loss(piece, instruction, &instruction.operands(), What::FastMath);
    }
    if is_too_wide(piece, opcode, instruction) {
        return lose(piece, instruction, &instruction.operands(), What::TooWide);
    }
    match opcode {
        LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl | LLVMLShr | LLVMAShr
        | LLVMAnd | LLVMOr | LLVMXor | LLVMICmp => arithmetic::binary(piece, instruction),
        LLVMTrunc | LLVMZExt | LLVMSExt => arithmetic::cast(piece, instruction),
        LLVMPtrToInt | LLVMIntToPtr | LLVMBitCast | LLVMFreeze | LLVMPtrToAddr => arithmetic::same(piece, instruction),
        LLVMSelect => arithmetic::select(piece, instruction),
        LLVMFNeg | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFCmp | LLVMFPToUI | LLVMFPToSI
        | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt => float::describe(piece, instruction),
        LLVMLoad => memory::load(piece, instruction),
        LLVMStore => memory::store(piece, instruction),
        LLVMGetElementPtr => memory::gep(piece, instruction),
        LLVMAtomicRMW => memory::atomic_update(piece, instruction),
        LLVMAtomicCmpXchg => memory::compare_exchange(piece, instruction),
        LLVMExtractElement | LLVMInsertElement | LLVMShuffleVector | LLVMExtractValue | LLVMInsertValue => {
            aggregate::describe(piece, instruction)
        }
        LLVMAlloca => memory::allocate(piece, instruction),
        LLVMFence | LLVMLandingPad => concrete(piece, instruction),
        LLVMCall if family(instruction) == Family::Mark => mark(piece, instruction),
        LLVMCall => intrinsic::describe(piece, instruction),
        _ => lose(piece, instruction, &instruction.operands(), What::Unsupported),
    }
}

/// Does an instruction make an integer that is too wide to be followed, such as a `_BitInt(200)`, of what can be? What is computed with that later has
/// nothing left to lose; loads and calls say themselves what is lost.
fn is_too_wide<'s>(piece: &Piece<'s>, opcode: Opcode, instruction: Value<'s>) -> bool {
    use Opcode::*;
    let makes = matches!(
        opcode,
        LLVMZExt | LLVMSExt | LLVMTrunc | LLVMBitCast | LLVMFreeze | LLVMSelect | LLVMFPToUI | LLVMFPToSI
    );
    makes && piece.description.parts.of(instruction.ty()).is_empty()
}

/// What a marker's outcome depends on. Behind `case 7:` passes know the value to be 7 and say so in
/// the marker; the path depends on what was switched on. A later marker of the same block is of another switch, whose value
/// never was anything but that constant.
pub(crate) fn mark_condition(call: Value) -> Value {
    let given = call.operand(1);
    let is_first = || call.block().instructions().into_iter().find(|&i| family(i) == Family::Mark) == Some(call);
    if !given.is_constant() || matches!(call.callee().name().as_str(), MARK | SOFT) || !is_first() {
        return given;
    }
    let switch = match call.block().predecessors()[..] {
        [only] => only.terminator().filter(|t| t.opcode() == Some(Opcode::LLVMSwitch)),
        _ => None,
    };
    switch.map_or(given, |switch| switch.operand(0))
}

/// A marker: an outcome, and the condition or switch value it depends on.
fn mark<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    if call.callee().name() == SOFT {
        return soft(piece, call);
    }
    let (outcome, condition) = (call.operand(0).const_int().unwrap_or(0) as u32, mark_condition(call));
    let is_case = call.callee().name() != MARK;
    let code = if is_case { Code::Case } else { Code::Mark };
    if !is_case && !piece.description.follows(condition) {
        comparison(piece, condition);
    }
    piece.description.mark(code, condition, outcome);
    let added = if is_case || condition.is_constant() { None } else { Some(condition) };
    let constant = if is_case { 0 } else { condition.const_int().unwrap_or(0) as u32 };
    piece.check(Check::Unseen { outcome: outcome + constant, condition: added, guard: None });
}

/// The marker of a merged site: its outcome, its way as a number, its condition, and whether the program comes there.
fn soft<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    let [first, way, condition, guard] = [0, 1, 2, 3].map(|k| call.operand(k));
    let outcome = first.const_int().unwrap_or(0) as u32;
    let guard = Some(guard).filter(|guard| !guard.is_constant());
    let local = piece.description.operand((condition, 0));
    let comes = guard.map_or(Local::Number(u8::MAX), |guard| piece.description.operand((guard, 0)));
    piece.description.soft(way, (local, comes), outcome);
    piece.check(Check::Unseen { outcome, condition: Some(condition), guard });
}

/// The operands of a comparison that can never be symbolic: told when its site is watched.
fn comparison<'s>(piece: &mut Piece<'s>, condition: Value<'s>) {
    let op = match condition.opcode() {
        Some(Opcode::LLVMICmp) => Some(arithmetic::predicate(condition.int_predicate())),
        Some(Opcode::LLVMFCmp) => float::predicate(condition.float_predicate()),
        _ => None,
    };
    let Some(op) = op else { return };
    let operands = [condition.operand(0), condition.operand(1)];
    let is_narrow =
        |&value: &Value<'s>| matches!(&piece.description.parts.of(value.ty())[..], [one] if one.width <= 64);
    if operands.iter().all(is_narrow) {
        let [a, b] = operands.map(|value| piece.description.operand((value, 0)));
        piece.description.known(op, Local::Leaf(0), a, b, NONE);
    }
}

/// The result is concrete; counts if any operand was symbolic.
pub(crate) fn lose<'s>(piece: &mut Piece<'s>, instruction: Value<'s>, operands: &[Value<'s>], what: What) {
    count_loss(piece, instruction, operands, what);
    concrete(piece, instruction);
}

/// Counts a loss if any operand is symbolic.
fn count_loss<'s>(piece: &mut Piece<'s>, instruction: Value<'s>, operands: &[Value<'s>], what: What) {
    let followed: Vec<Value> = operands.iter().copied().filter(|&o| piece.description.follows(o)).collect();
    let mut locals = Vec::new();
    for operand in followed {
        for k in 0..piece.description.parts.of(operand.ty()).len() as u32 {
            locals.push(piece.description.operand((operand, k)));
        }
    }
    lose_locals(piece, instruction, &locals, what);
}

/// Counts a loss if any of these is symbolic.
fn lose_locals(piece: &mut Piece, instruction: Value, locals: &[Local], what: What) {
    for some in locals.chunks(64) {
        let word = piece.location(instruction) | (what as u32) << 24;
        piece.description.at(Code::Lose, NONE, Local::Number(some.len() as u8), NONE, word);
        piece.description.list(some);
    }
}

/// Says that the result is concrete here, so that a slot of it is cleared.
fn concrete<'s>(piece: &mut Piece<'s>, instruction: Value<'s>) {
    if piece.description.follows(instruction) {
        for k in 0..piece.description.parts.of(instruction.ty()).len() as u32 {
            piece.description.fresh_leaf((instruction, k));
        }
    }
}
