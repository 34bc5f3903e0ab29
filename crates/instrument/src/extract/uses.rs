//! Whether a symbol's address goes anywhere but into direct calls or accesses.
//!
//! Conservative: an initializer, an alias, a comparison, a phi, a constant that nobody uses any
//! more all count as "goes anywhere". Memory intrinsics access what they are given and keep
//! nothing, so they count as loads and stores.

use super::is_modelled;
use crate::llvm::{Opcode, Value};
use std::collections::HashSet;

/// Intrinsics that access through a pointer and do not keep it.
const ACCESSES: &[&str] = &["llvm.memcpy.", "llvm.memmove.", "llvm.memset."];

/// Whether a function is used other than as the callee of a direct call.
pub(super) fn is_function_address_taken(function: Value) -> bool {
    let is_direct = |user: Value| is_call(user) && user.callee() == function && !user.arguments().contains(&function);
    function.users().into_iter().any(|user| !is_direct(user) && user.block_address().is_none())
}

/// Whether a variable's address leaves the loads and stores of it.
pub(super) fn is_global_address_taken(global: Value) -> bool {
    let mut seen = HashSet::from([global]);
    let mut waiting = vec![global];
    while let Some(pointer) = waiting.pop() {
        for user in pointer.users() {
            match effect(user, pointer) {
                Use::Access => {}
                Use::Escape => return true,
                Use::Derive => {
                    if seen.insert(user) {
                        waiting.push(user);
                    }
                }
            }
        }
    }
    false
}

/// What becomes of a pointer in one of its uses.
enum Use {
    /// Memory behind it is read or written.
    Access,
    /// Another pointer to the same variable comes out.
    Derive,
    /// It is gone.
    Escape,
}

fn effect(user: Value, pointer: Value) -> Use {
    let is_only_operand = |k: u32| (0..user.n_operands()).all(|other| other == k || user.operand(other) != pointer);
    match user.opcode().or_else(|| user.const_opcode()) {
        Some(Opcode::LLVMLoad) => Use::Access,
        Some(Opcode::LLVMStore) if is_only_operand(1) => Use::Access,
        Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg) if is_only_operand(0) => Use::Access,
        Some(Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast) => Use::Derive,
        Some(Opcode::LLVMCall) if keeps_nothing(user.callee()) => Use::Access,
        _ => Use::Escape,
    }
}

fn keeps_nothing(callee: Value) -> bool {
    let name = callee.name();
    callee.is_function() && (!is_modelled(&name) || ACCESSES.iter().any(|prefix| name.starts_with(prefix)))
}

fn is_call(user: Value) -> bool {
    let opcode = user.opcode();
    matches!(opcode, Some(Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr))
}
