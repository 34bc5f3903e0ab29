//! Keeps the accesses to memory that a program compiled without optimisation makes, whatever becomes of what they read.
//!
//! LLVM takes it for granted that memory can be reached: a load that nobody uses is nothing, and neither is filling a variable that nobody reads. The plain
//! program of a build without optimisation makes the access, and dies of it where the address or the length is wrong. So such accesses become volatile,
//! which no pass removes. In a build with optimisation the plain program may be without them, too: nothing is kept there.

use crate::divisions::is_plain;
use crate::llvm::{Opcode, Session, Type, Value};
use crate::shadow::ops::intrinsic_name;
use crate::variable::underlying;

/// Makes the accesses volatile that only matter by where they lead.
pub(crate) fn keep(session: &Session) {
    let is_lone_load = |load: Value| is_risky(session, load.operand(0)) && is_dead(load, STEPS);
    for function in session.functions().into_iter().filter(|&function| is_plain(session, function)) {
        for it in function.blocks().into_iter().flat_map(|block| block.instructions()) {
            match it.opcode() {
                Some(Opcode::LLVMLoad) if is_lone_load(it) => it.set_volatile(),
                Some(Opcode::LLVMCall) if is_lone_fill(session, it) => {
                    it.set_operand(3, Type::int(session, 1).constant(1));
                }
                _ => {}
            }
        }
    }
}

/// Does it fill or copy memory by a length that is no constant, or copy from anywhere to a variable that nobody reads?
fn is_lone_fill(session: &Session, call: Value) -> bool {
    let name = intrinsic_name(call).unwrap_or_default();
    let is_copy = matches!(name.as_str(), "llvm.memcpy" | "llvm.memmove");
    let is_lone = || is_copy && is_risky(session, call.operand(1)) && is_dead_variable(call.operand(0), STEPS);
    (is_copy || name == "llvm.memset") && (!call.operand(2).is_constant() || is_lone())
}

/// May the address lead anywhere but to a variable?
fn is_risky(session: &Session, address: Value) -> bool {
    underlying(address, session).is_none() && !address.is_constant()
}

/// Steps from a load to whoever might need it.
const STEPS: u32 = 8;

/// Is nothing made of a value, in a few steps, but other values that nobody needs?
fn is_dead(value: Value, steps: u32) -> bool {
    let is_needless = |user: Value| match user.opcode() {
        Some(Opcode::LLVMStore) => user.operand(0) == value && is_dead_variable(user.operand(1), steps - 1),
        opcode => opcode.is_some_and(makes_value) && is_dead(user, steps - 1),
    };
    steps > 0 && value.users().into_iter().all(is_needless)
}

/// Is a local variable only written, or read for nothing?
fn is_dead_variable(variable: Value, steps: u32) -> bool {
    let is_fill = |call| intrinsic_name(call).is_some_and(|name| name.starts_with("llvm.mem"));
    let is_needless = |user: Value| match user.opcode() {
        Some(Opcode::LLVMStore) => user.operand(0) != variable,
        Some(Opcode::LLVMLoad) => is_dead(user, steps - 1),
        Some(Opcode::LLVMCall) => is_fill(user) && user.operand(1) != variable,
        _ => false,
    };
    steps > 0 && variable.opcode() == Some(Opcode::LLVMAlloca) && variable.users().into_iter().all(is_needless)
}

/// Does such an instruction make nothing of its operands but a value?
#[rustfmt::skip]
fn makes_value(opcode: Opcode) -> bool {
    use Opcode::*;
    !matches!(opcode, LLVMCall | LLVMInvoke | LLVMRet | LLVMBr | LLVMSwitch | LLVMIndirectBr | LLVMResume | LLVMPHI | LLVMAtomicRMW | LLVMAtomicCmpXchg)
}
