//! Floating point: the processor computes, the description only says which operator it was.

use super::{concrete, count_loss};
use crate::llvm::{Opcode, RealPredicate, Value};
use crate::shadow::describe::NONE;
use crate::shadow::piece::Piece;
use symcrete_trace::{Op, What};

fn operator(instruction: Value) -> Option<Op> {
    use Opcode::*;
    Some(match instruction.opcode()? {
        LLVMFNeg => Op::FNeg,
        LLVMFAdd => Op::FAdd,
        LLVMFSub => Op::FSub,
        LLVMFMul => Op::FMul,
        LLVMFDiv => Op::FDiv,
        LLVMFRem => Op::FRem,
        LLVMFPToUI => Op::FpToUi,
        LLVMFPToSI => Op::FpToSi,
        LLVMUIToFP => Op::UiToFp,
        LLVMSIToFP => Op::SiToFp,
        LLVMFPTrunc => Op::FpTrunc,
        LLVMFPExt => Op::FpExt,
        _ => predicate(instruction.float_predicate())?,
    })
}

pub(super) fn predicate(predicate: RealPredicate) -> Option<Op> {
    use RealPredicate::*;
    Some(match predicate {
        LLVMRealOEQ => Op::FOeq,
        LLVMRealOGT => Op::FOgt,
        LLVMRealOGE => Op::FOge,
        LLVMRealOLT => Op::FOlt,
        LLVMRealOLE => Op::FOle,
        LLVMRealONE => Op::FOne,
        LLVMRealORD => Op::FOrd,
        LLVMRealUNO => Op::FUno,
        LLVMRealUEQ => Op::FUeq,
        LLVMRealUGT => Op::FUgt,
        LLVMRealUGE => Op::FUge,
        LLVMRealULT => Op::FUlt,
        LLVMRealULE => Op::FUle,
        LLVMRealUNE => Op::FUne,
        LLVMRealPredicateFalse | LLVMRealPredicateTrue => return None,
    })
}

/// Does it compute, so that what it gives may be denormal?
pub(super) fn is_arithmetic(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFPTrunc | LLVMFPExt | LLVMFCmp)
}

pub(super) fn describe<'s>(piece: &mut Piece<'s>, instruction: Value<'s>) {
    if !piece.description.follows(instruction) {
        // What it gives is of a kind that is not followed, as numbers of 128 bits are.
        return count_loss(piece, instruction, &instruction.operands(), What::Unsupported);
    }
    let n = instruction.n_operands();
    let known = piece.description.parts.of(instruction.operand(0).ty());
    let Some(op) = operator(instruction).filter(|_| !known.is_empty()) else { return concrete(piece, instruction) };
    let d = &mut piece.description;
    for k in 0..d.parts.of(instruction.ty()).len() as u32 {
        let a = d.operand((instruction.operand(0), k));
        let b = if n > 1 { d.operand((instruction.operand(1), k)) } else { NONE };
        let leaf = d.fresh_leaf((instruction, k));
        d.known(op, leaf, a, b, NONE);
    }
}
