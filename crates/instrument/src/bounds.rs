//! Code that is compiled with `-fsanitize=address`: its accesses at symbolic addresses have bounds to aim at.
//!
//! The checks of clang are made after the bitcode that we take, so here is none; the plain program has them. What the
//! search needs is a condition to negate: an access at a symbolic address lies inside its object, or not (`Code::Bound`,
//! `shadow/ops/object.rs`). Which object a pointer belongs to is known where the code names a variable. Else the
//! runtime knows: from the allocation functions, and from here, where the address of a variable leaves its function.
//! Only aims: whether an access is wrong is for the plain program to say.

use crate::llvm::{Builder, Opcode, Session, Type, Value};
use crate::variable::underlying;
use symcrete_abi::name;

/// Is any function of the module checked?
pub(crate) fn is_checked(session: &Session) -> bool {
    session.functions().into_iter().any(|function| is_checked_function(session, function))
}

/// Is the function compiled with `-fsanitize=address`?
pub(crate) fn is_checked_function(session: &Session, function: Value) -> bool {
    function.is_attributed(session.attribute("sanitize_address"))
}

/// Tells the runtime about variables whose addresses are passed, stored or returned.
///
/// ```text
/// call @f(ptr %array)   →   call @__symcrete_object(ptr %array, i64 40);  call @f(ptr %array)
/// ```
pub(crate) fn tell_objects(session: &Session) {
    let defined = session.functions().into_iter().filter(|function| !function.is_declaration());
    for function in defined.filter(|&function| is_checked_function(session, function)) {
        let instructions: Vec<Value> = function.blocks().iter().flat_map(|block| block.instructions()).collect();
        for instruction in instructions {
            for pointer in leaving(instruction) {
                if let Some((variable, bytes)) = underlying(pointer, session) {
                    tell(session, instruction, variable, bytes);
                }
            }
        }
    }
}

/// The pointers that an instruction lets out.
fn leaving(instruction: Value) -> Vec<Value> {
    let values = match instruction.opcode() {
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) if is_of_program(instruction) => instruction.arguments(),
        Some(Opcode::LLVMStore) => vec![instruction.operand(0)],
        Some(Opcode::LLVMRet) => instruction.operands(),
        _ => Vec::new(),
    };
    values.into_iter().filter(|value| value.ty().is_pointer()).collect()
}

/// Not an intrinsic and not one of ours.
fn is_of_program(call: Value) -> bool {
    let callee = call.callee();
    let name = if callee.is_function() { callee.name() } else { String::new() };
    !call.is_must_tail() && !name.starts_with("llvm.") && !name.starts_with(name::PREFIX)
}

fn tell(session: &Session, before: Value, variable: Value, bytes: u32) {
    let (pointer, i64t) = (variable.ty(), Type::int(session, 64));
    let ty = Type::function(Type::void(session), &[pointer, i64t]);
    let builder = Builder::new(session);
    builder.before(before);
    builder.location_of(before);
    builder.call(ty, session.declare(name::OBJECT, ty), &[variable, i64t.constant(u64::from(bytes))]);
}
