//! Which object an address lies in, where the code says so: a global or local variable, however it is indexed.
//!
//! The runtime asks when an address is symbolic: a read may then be of any element, but of no neighbour of the object.

use crate::llvm::{Session, Value};
use crate::shadow::describe::NONE;
use crate::shadow::piece::Piece;
use llvm_sys::LLVMOpcode;
use symcrete_abi::segment::Code;

/// How many address computations are looked through.
const STEPS: usize = 8;

/// Tells the runtime the object behind an address that could be symbolic.
pub(super) fn tell(piece: &mut Piece, pointer: Value) {
    if !piece.description.follows(pointer) {
        return;
    }
    if let Some((variable, bytes)) = underlying(pointer, piece.description.parts.session()) {
        let local = piece.description.operand((variable, 0));
        piece.description.at(Code::Object, local, NONE, NONE, bytes);
    }
}

/// The variable that an address is computed from, and its size.
fn underlying(mut pointer: Value, session: &Session) -> Option<(Value, u32)> {
    for _ in 0..STEPS {
        let bytes = match pointer.opcode().or_else(|| pointer.const_opcode()) {
            Some(LLVMOpcode::LLVMGetElementPtr) => {
                pointer = pointer.operand(0);
                continue;
            }
            Some(LLVMOpcode::LLVMAlloca) => {
                let count = pointer.operand(0).const_int()?;
                pointer.allocated_type().alloc_size(session).checked_mul(count)?
            }
            _ if pointer.is_global_variable() && pointer.value_type().is_sized() => {
                pointer.value_type().alloc_size(session)
            }
            _ => return None,
        };
        return u32::try_from(bytes).ok().filter(|&bytes| bytes != 0).map(|bytes| (pointer, bytes));
    }
    None
}
