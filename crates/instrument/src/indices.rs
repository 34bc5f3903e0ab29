//! Keeps LLVM from reasoning that an index never leaves its array.
//!
//! `list[x]` with `x` past the end is undefined, so LLVM may decide `list[x] == 77` by the elements alone, take the memory of two
//! variables for apart, and the look-up is gone before anything could be recorded. Compiled without optimisation the plain program reads what
//! lies there. So each address with an index that is no constant is computed from a pointer about which nothing is known, until LLVM is done.
//! In a build with optimisation the plain program has the same freedom: nothing is kept there.
//!
//! ```text
//! gep %list, %x        →    %p = call @__symcrete_base(%list);  gep %p, %x        before optimisation
//!                      →    gep %list, %x                                         after it
//! ```

use crate::llvm::{Builder, FUNCTION_ATTRIBUTES, Opcode, Session, Type, Value};

const BASE: &str = "__symcrete_base";
/// `memory(none)` in LLVM's encoding: equal calls are one, and calls leave loops.
const NO_MEMORY: u64 = 0;

/// Hides what is indexed.
pub(crate) fn mark(session: &Session) {
    let builder = Builder::new(session);
    // What front ends say of every function where nothing is optimised.
    let plain = session.attribute("noinline");
    let functions = session.functions().into_iter().filter(|function| !function.is_declaration());
    for function in functions.filter(|one| one.function_has_attribute(FUNCTION_ATTRIBUTES, plain)) {
        for address in function.blocks().into_iter().flat_map(|block| block.instructions()).filter(|&i| is_indexed(i)) {
            let pointer = address.operand(0);
            let ty = Type::function(pointer.ty(), &[pointer.ty()]);
            builder.before(address);
            builder.location_of(address);
            address.set_operand(0, builder.call(ty, marker(session, ty), &[pointer]));
        }
    }
}

/// Shows it again.
pub(crate) fn settle(session: &Session) {
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        for call in function.blocks().into_iter().flat_map(|block| block.instructions()).filter(|&i| is_marker(i)) {
            call.replace_uses(call.operand(0));
            call.delete_instruction();
        }
    }
}

fn marker<'s>(session: &'s Session, ty: Type<'s>) -> Value<'s> {
    let is_new = session.function(BASE).is_none();
    let marker = session.declare(BASE, ty);
    if is_new {
        for (attribute, value) in [("nounwind", 0), ("willreturn", 0), ("speculatable", 0), ("memory", NO_MEMORY)] {
            marker.add_function_attribute(session, session.attribute(attribute), value);
        }
    }
    marker
}

fn is_marker(instruction: Value) -> bool {
    instruction.is_call() && instruction.callee().is_function() && instruction.callee().name() == BASE
}

/// Is it the address of an element that no constant names?
fn is_indexed(instruction: Value) -> bool {
    let is_address = instruction.opcode() == Some(Opcode::LLVMGetElementPtr);
    is_address
        && instruction.ty().is_pointer()
        && (1..instruction.n_operands()).any(|k| !instruction.operand(k).is_constant())
}
