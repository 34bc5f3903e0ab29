//! Keeps the divisions that a program compiled without optimisation executes, whatever becomes of their quotients.
//!
//! LLVM takes it for granted that no divisor is zero: `x / x` is 1, an unused quotient is nothing, and one that is used on one side of a
//! branch is computed there. The plain program of a build without optimisation divides, and dies. So each division hands its operands to a
//! marker that no pass may remove, and where the division is gone from the marker's block afterwards, it is put back.
//! In a build with optimisation the plain program may be without it, too: nothing is kept there.
//!
//! ```text
//! %q = sdiv %a, %b     →    %d = call @__symcrete_sdiv_i32(%a, %b);  %q = sdiv %a, %d       before optimisation
//!                      →    %q = sdiv %a, %b                                                after it, if it is still there
//!                      →    store volatile (sdiv %a', %b'), %nowhere                        else; the operands by volatile memory
//! ```

use crate::llvm::{Builder, FUNCTION_ATTRIBUTES, Opcode, Session, Type, Value};
use crate::sites::INACCESSIBLE;

/// Beginnings of the markers' names, completed by the width.
const SIGNED: &str = "__symcrete_sdiv_i";
const UNSIGNED: &str = "__symcrete_udiv_i";

/// Takes away divisions whose quotient nobody uses: no compiler makes code of them.
pub(crate) fn drop_unused(session: &Session) {
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        let instructions = function.blocks().into_iter().flat_map(|block| block.instructions());
        instructions.filter(|&i| is_division(i) && i.is_unused()).for_each(Value::delete_instruction);
    }
}

/// Leaves a marker at each division whose divisor is no constant.
pub(crate) fn mark(session: &Session) {
    let builder = Builder::new(session);
    for function in session.functions().into_iter().filter(|&function| is_plain(session, function)) {
        for division in function.blocks().into_iter().flat_map(|block| block.instructions()).filter(|&i| is_risky(i)) {
            let (a, b) = (division.operand(0), division.operand(1));
            let start = if is_signed(division) { SIGNED } else { UNSIGNED };
            let name = format!("{start}{}", b.ty().int_width());
            builder.before(division);
            builder.location_of(division);
            division.set_operand(1, builder.call(ty(b), marker(session, &name, ty(b)), &[a, b]));
        }
    }
}

/// Does the plain program have this function without optimisation? There front ends forbid to inline.
pub(crate) fn is_plain(session: &Session, function: Value) -> bool {
    !function.is_declaration() && function.function_has_attribute(FUNCTION_ATTRIBUTES, session.attribute("noinline"))
}

/// Takes the markers away, and puts divisions back that are gone.
pub(crate) fn settle(session: &Session) {
    let builder = Builder::new(session);
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        for call in function.blocks().into_iter().flat_map(|block| block.instructions()).filter(|&i| is_marker(i)) {
            let (a, b) = (call.operand(0), call.operand(1));
            let stays = |i: Value| is_division(i) && i.operand(1) == call && a != b && !a.is_null();
            if !call.block().instructions().into_iter().any(stays) {
                put_back(&builder, function, call, (a, b));
            }
            call.replace_uses(b);
            call.delete_instruction();
        }
    }
}

/// Divides what is read from memory that anything could have changed: about that there is nothing to conclude.
fn put_back(builder: &Builder, function: Value, call: Value, (a, b): (Value, Value)) {
    let entry = function.blocks()[0].first().expect("a complete block");
    builder.before(entry);
    builder.location_of(entry);
    let [first, second, nowhere] = [(); 3].map(|()| builder.alloca(b.ty()));
    builder.before(call);
    builder.location_of(call);
    let [a, b] = [(a, first), (b, second)].map(|(value, at)| {
        builder.store(value, at, 1).set_volatile();
        let read = builder.load(value.ty(), at, 1);
        read.set_volatile();
        read
    });
    let quotient = builder.divide(a, b, call.callee().name().starts_with(SIGNED));
    builder.store(quotient, nowhere, 1).set_volatile();
}

fn marker<'s>(session: &'s Session, name: &str, ty: Type<'s>) -> Value<'s> {
    let is_new = session.function(name).is_none();
    let marker = session.declare(name, ty);
    if is_new {
        for (attribute, value) in [("nounwind", 0), ("willreturn", 0), ("nomerge", 0), ("memory", INACCESSIBLE)] {
            marker.add_function_attribute(session, session.attribute(attribute), value);
        }
    }
    marker
}

fn ty(divisor: Value) -> Type {
    Type::function(divisor.ty(), &[divisor.ty(), divisor.ty()])
}

fn is_marker(instruction: Value) -> bool {
    let is_call = instruction.is_call() && instruction.callee().is_function();
    is_call && [SIGNED, UNSIGNED].iter().any(|start| instruction.callee().name().starts_with(start))
}

fn is_division(instruction: Value) -> bool {
    use Opcode::*;
    matches!(instruction.opcode(), Some(LLVMSDiv | LLVMUDiv | LLVMSRem | LLVMURem))
}

fn is_signed(division: Value) -> bool {
    matches!(division.opcode(), Some(Opcode::LLVMSDiv | Opcode::LLVMSRem))
}

/// Is it a division of numbers by something that is no constant?
fn is_risky(instruction: Value) -> bool {
    is_division(instruction) && instruction.ty().is_int() && !instruction.operand(1).is_constant()
}
