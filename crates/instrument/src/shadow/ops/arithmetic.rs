//! Integers and pointers: operators, comparisons, casts, select. Vectors go element by element.

use super::{concrete, lose};
use crate::llvm::{IntPredicate, Opcode, Value};
use crate::shadow::describe::Local;
use crate::shadow::parts::Part;
use crate::shadow::piece::Piece;
use symcrete_trace::{Op, What};

fn operator(instruction: Value) -> Op {
    use Opcode::*;
    match instruction.opcode() {
        Some(LLVMAdd) => Op::Add,
        Some(LLVMSub) => Op::Sub,
        Some(LLVMMul) => Op::Mul,
        Some(LLVMUDiv) => Op::UDiv,
        Some(LLVMSDiv) => Op::SDiv,
        Some(LLVMURem) => Op::URem,
        Some(LLVMSRem) => Op::SRem,
        Some(LLVMShl) => Op::Shl,
        Some(LLVMLShr) => Op::LShr,
        Some(LLVMAShr) => Op::AShr,
        Some(LLVMAnd) => Op::And,
        Some(LLVMOr) => Op::Or,
        Some(LLVMXor) => Op::Xor,
        _ => predicate(instruction.int_predicate()),
    }
}

pub(super) fn predicate(predicate: IntPredicate) -> Op {
    use IntPredicate::*;
    match predicate {
        LLVMIntEQ => Op::Eq,
        LLVMIntNE => Op::Ne,
        LLVMIntUGT => Op::Ugt,
        LLVMIntUGE => Op::Uge,
        LLVMIntULT => Op::Ult,
        LLVMIntULE => Op::Ule,
        LLVMIntSGT => Op::Sgt,
        LLVMIntSGE => Op::Sge,
        LLVMIntSLT => Op::Slt,
        LLVMIntSLE => Op::Sle,
    }
}

pub(super) fn binary<'s>(piece: &mut Piece<'s>, instruction: Value<'s>) {
    if !piece.description.follows(instruction) {
        return;
    }
    let (a, b) = (instruction.operand(0), instruction.operand(1));
    let op = operator(instruction);
    let d = &mut piece.description;
    for (k, part) in d.parts.of(instruction.ty()).iter().enumerate() {
        let k = k as u32;
        let (left, right) = (d.operand((a, k)), d.operand((b, k)));
        let result = d.binary(op, part.width, left, right);
        d.bind((instruction, k), result);
    }
}

pub(super) fn cast<'s>(piece: &mut Piece<'s>, instruction: Value<'s>) {
    if !piece.description.follows(instruction) {
        return;
    }
    let from = instruction.operand(0);
    if piece.description.parts.of(from.ty()).is_empty() {
        return concrete(piece, instruction);
    }
    let op = match instruction.opcode() {
        Some(Opcode::LLVMTrunc) => Op::Trunc,
        Some(Opcode::LLVMZExt) => Op::ZExt,
        _ => Op::SExt,
    };
    let d = &mut piece.description;
    for (k, part) in d.parts.of(instruction.ty()).iter().enumerate() {
        let operand = d.operand((from, k as u32));
        let result = d.unary(op, part.width, operand);
        d.bind((instruction, k as u32), result);
    }
}

/// Casts that keep the bits. A bitcast between vectors of other shapes is cut and glued.
pub(super) fn same<'s>(piece: &mut Piece<'s>, instruction: Value<'s>) {
    if !piece.description.follows(instruction) {
        return;
    }
    let from = instruction.operand(0);
    let d = &mut piece.description;
    let (have, want) = (d.parts.of(from.ty()), d.parts.of(instruction.ty()));
    let same_shape = have.len() == want.len() && have.iter().zip(want.iter()).all(|(a, b)| a.width == b.width);
    if same_shape {
        for k in 0..want.len() as u32 {
            let local = d.operand((from, k));
            d.bind((instruction, k), local);
        }
        return;
    }
    match instruction.opcode() {
        Some(Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr) => resize(piece, instruction, from),
        Some(Opcode::LLVMBitCast) if fits(&want, &have) => split(piece, instruction, from),
        Some(Opcode::LLVMBitCast) if fits(&have, &want) => join(piece, instruction, from),
        _ => lose(piece, instruction, &[from], What::Unsupported),
    }
}

/// Pointers to narrower integers and back.
fn resize<'s>(piece: &mut Piece<'s>, instruction: Value<'s>, from: Value<'s>) {
    let d = &mut piece.description;
    let (have, want) = (d.parts.of(from.ty())[0].width, d.parts.of(instruction.ty())[0].width);
    let operand = d.operand((from, 0));
    let result = d.unary(if want < have { Op::Trunc } else { Op::ZExt }, want, operand);
    d.bind((instruction, 0), result);
}

/// Are these parts of one width, and so many of them the others?
fn fits(narrow: &[Part], wide: &[Part]) -> bool {
    let is_even = |parts: &[Part]| parts.windows(2).all(|pair| pair[0].width == pair[1].width);
    let n = narrow.len().checked_div(wide.len()).unwrap_or(0);
    n > 0 && is_even(narrow) && is_even(wide) && narrow[0].width * n as u32 == wide[0].width
}

/// Each part becomes several, lowest first.
fn split<'s>(piece: &mut Piece<'s>, instruction: Value<'s>, from: Value<'s>) {
    let d = &mut piece.description;
    let (have, want) = (d.parts.of(from.ty()), d.parts.of(instruction.ty()));
    let n = want.len() / have.len();
    for (k, part) in want.iter().enumerate() {
        let whole = d.operand((from, (k / n) as u32));
        let at = Local::Number((part.width * (k % n) as u32) as u8);
        let piece = d.binary(Op::Extract, part.width, whole, at);
        d.bind((instruction, k as u32), piece);
    }
}

/// Several parts become one, lowest first.
fn join<'s>(piece: &mut Piece<'s>, instruction: Value<'s>, from: Value<'s>) {
    let d = &mut piece.description;
    let (have, want) = (d.parts.of(from.ty()), d.parts.of(instruction.ty()));
    let n = have.len() / want.len();
    for k in 0..want.len() {
        let mut whole = d.operand((from, (k * n) as u32));
        for high in 1..n {
            let part = d.operand((from, (k * n + high) as u32));
            whole = d.binary(Op::Concat, have[0].width * (high as u32 + 1), part, whole);
        }
        d.bind((instruction, k as u32), whole);
    }
}

pub(super) fn select<'s>(piece: &mut Piece<'s>, instruction: Value<'s>) {
    if !piece.description.follows(instruction) {
        return;
    }
    let [condition, a, b] = [0, 1, 2].map(|k| instruction.operand(k));
    let by_element = condition.ty().is_vector();
    let op = if piece.merged.is_choice(instruction) { Op::Merge } else { Op::Ite };
    let d = &mut piece.description;
    for (k, part) in d.parts.of(instruction.ty()).iter().enumerate() {
        let k = k as u32;
        let chosen = d.operand((condition, if by_element { k } else { 0 }));
        let (yes, no) = (d.operand((a, k)), d.operand((b, k)));
        let result = d.pure(op, part.width, yes, no, chosen);
        d.bind((instruction, k), result);
    }
}
