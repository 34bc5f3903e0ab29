//! Instructions, other than calls, that may end the run or take the program elsewhere: what the path knows must be in the trace
//! before they are executed, and that they do no such thing is a condition of the path.
//!
//! A segment is written down at its end, so a run that ends inside one loses what the segment knew. Divisions, fills and copies
//! of memory by the C library, and traps are rare and slow enough for a segment to end before each of them. Loads and stores are
//! not: a fault at one of them is told by a second run (`runtime/src/fault.rs`).

use super::ops;
use super::piece::Piece;
use super::taintable::Taintable;
use crate::llvm::{Opcode, Value};
use crate::variable::underlying;
use symcrete_trace::Op;

/// What may go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hazard {
    /// A division whose divisor may be zero; a signed one may overflow, too.
    Division { signed: bool },
    /// A copy or fill of memory: it is described, and its shadows are moved, before it happens.
    Memory,
    /// A load or store of sixteen bytes and more that promises its alignment: moves of vectors fault at any other address.
    Vector,
    /// A trap ends the run for certain.
    Trap,
}

/// Copies and fills of at most this many bytes become a few moves of the processor, never a call of the C library.
const INLINE: u64 = 128;
/// Moves of so many bytes and more rely on an alignment of so many, if that is promised.
const VECTOR: u32 = 16;

/// The hazard that an instruction is, if it is one and something symbolic may have to do with it.
pub(crate) fn of(instruction: Value, taintable: &Taintable) -> Option<Hazard> {
    use Opcode::*;
    let follows = |k: u32| taintable.contains(instruction.operand(k));
    let varies = |(pointer, _): (Value, u32)| taintable.contains(pointer);
    let is_hazard = || is_call(instruction) || moved(instruction).any(varies);
    match instruction.opcode()? {
        LLVMUDiv | LLVMURem if follows(1) => Some(Hazard::Division { signed: false }),
        LLVMSDiv | LLVMSRem if follows(1) || follows(0) && !instruction.operand(1).is_constant() => {
            Some(Hazard::Division { signed: true })
        }
        LLVMLoad | LLVMStore if relies(instruction).is_some_and(varies) => Some(Hazard::Vector),
        LLVMCall => match ops::intrinsic_name(instruction)?.as_str() {
            "llvm.memcpy" | "llvm.memmove" | "llvm.memset" if is_hazard() => Some(Hazard::Memory),
            "llvm.trap" | "llvm.ubsantrap" | "llvm.debugtrap" => Some(Hazard::Trap),
            _ => None,
        },
        _ => None,
    }
}

/// Does a copy or fill call the C library?
fn is_call(instruction: Value) -> bool {
    instruction.operand(2).const_int().is_none_or(|bytes| bytes > INLINE)
}

/// The pointer of a load or store that relies on an alignment, and that.
fn relies(access: Value) -> Option<(Value, u32)> {
    let (pointer, ty) = match access.opcode()? {
        Opcode::LLVMLoad => (access.operand(0), access.ty()),
        _ => (access.operand(1), access.operand(0).ty()),
    };
    let is_wide = ty.is_vector() || ty.is_int() && ty.int_width() >= 8 * VECTOR;
    (is_wide && access.alignment() >= VECTOR).then(|| (pointer, access.alignment()))
}

/// The pointers of a copy or fill that relies on their alignment, and that: one that is made of a few moves.
fn moved(call: Value) -> impl Iterator<Item = (Value, u32)> {
    let is_inline = call.operand(2).const_int().is_some_and(|bytes| (u64::from(VECTOR)..=INLINE).contains(&bytes));
    let promised = move |k| (call.operand(k), call.argument_alignment(k));
    (0..2)
        .filter(move |&k| is_inline && call.operand(k).ty().is_pointer())
        .map(promised)
        .filter(|&(_, alignment)| alignment >= VECTOR)
}

/// Is an instruction described in the segment before it, and so not in its own?
pub(crate) fn is_told_before(instruction: Value, taintable: &Taintable) -> bool {
    matches!(of(instruction, taintable), Some(Hazard::Memory | Hazard::Trap))
}

impl Hazard {
    /// Adds what must be known before the hazard to the segment that ends before it.
    pub(crate) fn describe<'s>(self, piece: &mut Piece<'s>, instruction: Value<'s>) {
        match self {
            Hazard::Division { signed } => divides(piece, instruction, signed),
            Hazard::Vector => {
                relies(instruction).into_iter().for_each(|promise| is_aligned(piece, instruction, promise))
            }
            Hazard::Memory => {
                fits(piece, instruction);
                moved(instruction).for_each(|promise| is_aligned(piece, instruction, promise));
                ops::describe(piece, instruction);
            }
            Hazard::Trap => {}
        }
    }
}

/// That a copy or fill of symbolic length stays inside the variables it begins in is a branch: the path relies on the length, and
/// behind the end of a variable there is no telling which lengths end the program.
fn fits<'s>(piece: &mut Piece<'s>, instruction: Value<'s>) {
    let length = instruction.operand(2);
    if !piece.description.follows(length) {
        return;
    }
    let location = piece.location(instruction);
    for pointer in (0..2).map(|k| instruction.operand(k)).filter(|operand| operand.ty().is_pointer()) {
        let Some((variable, bytes)) = underlying(pointer, piece.description.parts.session()) else {
            continue;
        };
        let d = &mut piece.description;
        let (at, start) = (d.operand((pointer, 0)), d.operand((variable, 0)));
        let mut n = d.operand((length, 0));
        if length.ty().int_width() < 64 {
            n = d.unary(Op::ZExt, 64, n);
        }
        let offset = d.binary(Op::Sub, 64, at, start);
        let size = d.constant(64, u128::from(bytes));
        let room = d.binary(Op::Sub, 64, size, offset);
        let fits = d.binary(Op::Ule, 1, n, room);
        d.branch(fits, location);
    }
}

/// That a symbolic address has the alignment that is promised of it is a branch: on its other side the program may end.
fn is_aligned<'s>(piece: &mut Piece<'s>, instruction: Value<'s>, (pointer, alignment): (Value<'s>, u32)) {
    if !piece.description.follows(pointer) {
        return;
    }
    let location = piece.location(instruction);
    let d = &mut piece.description;
    let (at, mask, zero) = (d.operand((pointer, 0)), d.constant(64, u128::from(alignment - 1)), d.constant(64, 0));
    let rest = d.binary(Op::And, 64, at, mask);
    let is_aligned = d.binary(Op::Eq, 1, rest, zero);
    d.branch(is_aligned, location);
}

/// A divisor that can be zero is a branch: on its other side the program ends. So is a signed quotient that can overflow.
fn divides<'s>(piece: &mut Piece<'s>, instruction: Value<'s>, signed: bool) {
    let (a, b) = (instruction.operand(0), instruction.operand(1));
    let location = piece.location(instruction);
    let d = &mut piece.description;
    for (k, part) in d.parts.of(instruction.ty()).iter().enumerate() {
        let scalar = |value| (value, k as u32);
        let divisor = d.operand(scalar(b));
        if d.follows(b) {
            let zero = d.constant(part.width, 0);
            let is_safe = d.binary(Op::Ne, 1, divisor, zero);
            d.branch(is_safe, location);
        }
        let lowest = 1_u128 << (part.width - 1);
        if signed && super::constant::bits(a, part).is_none_or(|bits| bits == lowest) {
            let dividend = d.operand(scalar(a));
            let (minus_one, lowest) =
                (d.constant(part.width, u128::MAX >> (128 - part.width)), d.constant(part.width, lowest));
            let other_divisor = d.binary(Op::Ne, 1, divisor, minus_one);
            let other_dividend = d.binary(Op::Ne, 1, dividend, lowest);
            let fits = d.binary(Op::Or, 1, other_divisor, other_dividend);
            d.branch(fits, location);
        }
    }
}
