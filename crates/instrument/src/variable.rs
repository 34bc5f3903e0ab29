//! The variable that an address is computed from, however it is indexed, where the code shows it.

use crate::llvm::{Opcode, Session, Value};

/// How many address computations are looked through.
const STEPS: usize = 8;

/// The pointer that an address is computed from.
pub(crate) fn root(mut pointer: Value) -> Value {
    for _ in 0..STEPS {
        match pointer.opcode().or_else(|| pointer.const_opcode()) {
            Some(Opcode::LLVMGetElementPtr) => pointer = pointer.operand(0),
            _ => break,
        }
    }
    pointer
}

/// The variable that an address is computed from, and its size.
pub(crate) fn underlying<'s>(pointer: Value<'s>, session: &'s Session) -> Option<(Value<'s>, u32)> {
    let pointer = root(pointer);
    let bytes = match pointer.opcode().or_else(|| pointer.const_opcode()) {
        Some(Opcode::LLVMAlloca) => {
            let count = pointer.operand(0).const_int()?;
            pointer.allocated_type().alloc_size(session).checked_mul(count)?
        }
        _ if pointer.is_global_variable() && pointer.value_type().is_sized() => {
            pointer.value_type().alloc_size(session)
        }
        _ => return None,
    };
    u32::try_from(bytes).ok().filter(|&bytes| bytes != 0).map(|bytes| (pointer, bytes))
}
