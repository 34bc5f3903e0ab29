//! Gives shifts by too much the meaning that they have on the processor.
//!
//! `x << n` with `n` as large as the width has no meaning in LLVM, which may take what depends on it for unreachable; terms make 0 of it. The
//! plain program of a build without optimisation shifts by the lowest bits of `n`. Said so before anything else is done, the recorded
//! expression is what happens; the code that is generated stays the same.

use crate::llvm::{Builder, Opcode, Session, Value};

/// Cuts the amounts of all shifts whose amount is not constant.
pub(crate) fn cut(session: &Session) {
    let builder = Builder::new(session);
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        for shift in function.blocks().into_iter().flat_map(|block| block.instructions()).filter(|&i| is_open(i)) {
            let amount = shift.operand(1);
            builder.before(shift);
            builder.location_of(shift);
            let most = amount.ty().constant(u64::from(amount.ty().int_width()) - 1);
            shift.set_operand(1, builder.and(amount, most));
        }
    }
}

/// Is it a shift of a number that the processor shifts, by an amount that may be too much?
fn is_open(instruction: Value) -> bool {
    let is_shift = matches!(instruction.opcode(), Some(Opcode::LLVMShl | Opcode::LLVMLShr | Opcode::LLVMAShr));
    is_shift && instruction.ty().is_int() && matches!(instruction.ty().int_width(), 32 | 64) && {
        let amount = instruction.operand(1);
        let is_cut = amount.opcode() == Some(Opcode::LLVMAnd)
            && amount.operand(1).const_int().is_some_and(|n| n < u64::from(amount.ty().int_width()));
        !amount.is_constant() && !is_cut
    }
}
