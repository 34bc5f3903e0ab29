//! Lets births be told only where somebody watches: all other runs pay a load and a branch that is never taken.
//!
//! Done last, on instrumented code: before, a call is something that every analysis knows.
//!
//! ```text
//! head: …                                        head: …;  br (__symcrete_tls.watches != 0), told, rest
//!       place;  %v = call @…unset_i32()     →    told: place;  %v = call @…unset_i32();  br rest
//!       … %v …                                   rest: %x = phi [%v, told], [0, head];  … %x …
//! ```

use crate::llvm::{Builder, Opcode, Session, Type, TypeKind, Value};
use symcrete_abi::{name, tls};

/// Guards every birth of the module.
pub(crate) fn guard(session: &Session) {
    let Some(block) = session.global(name::TLS) else { return };
    let flag = session.behind(block, tls::WATCHES);
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        let instructions = function.blocks().into_iter().flat_map(|block| block.instructions());
        let births: Vec<Value> = instructions.filter(|&instruction| is_call_of_birth(instruction)).collect();
        births.into_iter().for_each(|call| one(session, flag, call));
    }
}

fn is_call_of_birth(instruction: Value) -> bool {
    let is_call = instruction.opcode() == Some(Opcode::LLVMCall);
    is_call && instruction.callee().is_function() && instruction.callee().name().starts_with(name::BIRTH)
}

fn one(session: &Session, flag: Value, call: Value) {
    let (rest, Some(next)) = (call.block(), call.next()) else { return };
    let told = rest.split_head(session, next);
    let head = told.split_head(session, first_of(call));
    let builder = Builder::new(session);
    let Some(end) = head.terminator() else { return };
    builder.before(end);
    builder.location_of(call);
    let watches = builder.load(Type::int(session, 64), flag, 8);
    let is_watching = builder.is_not_zero(watches);
    let branch = builder.conditional(is_watching, told, rest);
    builder.rarely(branch);
    end.delete_instruction();
    if call.ty().kind() != TypeKind::LLVMVoidTypeKind {
        builder.before(rest.first().unwrap_or(next));
        builder.location_of(call);
        let value = builder.phi(call.ty());
        call.replace_uses(value);
        value.add_incoming(&[(call, told), (call.ty().zero(), head)]);
    }
}

/// The first of the stores that say where the call stands, or the call itself.
fn first_of(call: Value) -> Value {
    let before: Vec<Value> = call.block().instructions().into_iter().take_while(|&other| other != call).collect();
    let stores = before.iter().rev().take(2).take_while(|other| other.opcode() == Some(Opcode::LLVMStore));
    stores.last().copied().unwrap_or(call)
}
