//! Makes functions ready to be cut: drops promises that instrumentation breaks, and gives every
//! invoke a block of its own for its result.

use crate::llvm::{Session, Value};
use crate::sites::split_edge;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMOpcode};

/// Promises about memory and side effects that no longer hold once shadows travel with calls.
const BROKEN: [&str; 5] = ["memory", "nosync", "nofree", "speculatable", "norecurse"];

/// Drops broken promises from all functions and their declarations.
pub(crate) fn module(session: &Session) {
    for function in session.functions() {
        if !function.name().starts_with("llvm.") {
            for attribute in BROKEN {
                function.remove_function_attribute(LLVMAttributeFunctionIndex, session.attribute(attribute));
            }
        }
    }
}

/// Prepares one function.
pub(crate) fn function(session: &Session, function: Value) {
    let kinds: Vec<u32> = BROKEN.iter().map(|name| session.attribute(name)).collect();
    for block in function.blocks() {
        for instruction in block.instructions() {
            if is_plain_call(instruction) {
                for &kind in &kinds {
                    instruction.remove_call_attribute(LLVMAttributeFunctionIndex, kind);
                }
            }
        }
        if let Some(invoke) = block.terminator().filter(|t| t.opcode() == Some(LLVMOpcode::LLVMInvoke)) {
            own_block(session, invoke);
        }
    }
}

fn is_plain_call(instruction: Value) -> bool {
    let call = matches!(instruction.opcode(), Some(LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke));
    call && !(instruction.callee().is_function() && instruction.callee().name().starts_with("llvm."))
}

/// The result of an invoke is described where it returns; nobody else may come there.
fn own_block(session: &Session, invoke: Value) {
    split_edge(session, invoke, 0);
}
