//! Makes functions ready to be cut: drops promises that instrumentation breaks, and gives every
//! invoke a block of its own for its result.

use crate::llvm::{Builder, Session, Value};
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
    if !function.string_attribute("target-features").contains("+fma") {
        expand_multiply_add(session, function);
    }
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

fn is_call(instruction: Value) -> bool {
    matches!(instruction.opcode(), Some(LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke))
}

fn is_plain_call(instruction: Value) -> bool {
    is_call(instruction) && !(instruction.callee().is_function() && instruction.callee().name().starts_with("llvm."))
}

/// The result of an invoke is described where it returns; nobody else may come there.
fn own_block(session: &Session, invoke: Value) {
    split_edge(session, invoke, 0);
}

/// Without fused hardware `fmuladd` rounds twice, so it is said as two operators.
///
/// ```text
/// %r = call @llvm.fmuladd(a, b, c)   →   %p = fmul a, b;  %r = fadd %p, c
/// ```
fn expand_multiply_add(session: &Session, function: Value) {
    let builder = Builder::new(session);
    for instruction in function.blocks().into_iter().flat_map(|block| block.instructions()) {
        let is = is_call(instruction) && instruction.callee().is_function();
        if is && instruction.callee().name().starts_with("llvm.fmuladd.") {
            let [a, b, c] = [0, 1, 2].map(|k| instruction.operand(k));
            builder.before(instruction);
            builder.location_of(instruction);
            let sum = builder.float_add(builder.float_multiply(a, b), c);
            instruction.replace_uses(sum);
            instruction.erase();
        }
    }
}

/// Does the function call something like `setjmp`, which can return again?
pub(crate) fn returns_twice(session: &Session, function: Value) -> bool {
    let kind = session.attribute("returns_twice");
    let again = |call: Value| {
        let callee = call.callee();
        call.call_has_attribute(LLVMAttributeFunctionIndex, kind)
            || (callee.is_function() && callee.function_has_attribute(LLVMAttributeFunctionIndex, kind))
    };
    function.blocks().into_iter().flat_map(|block| block.instructions()).any(|i| is_call(i) && again(i))
}
