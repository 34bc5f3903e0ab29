//! Keeps the accesses to memory that a program compiled without optimisation makes, whatever becomes of what they read.
//!
//! LLVM takes it for granted that memory can be reached: a load that nobody uses is nothing, and neither is filling a variable that nobody reads. The plain
//! program of a build without optimisation makes the access, and dies of it where the address or the length is wrong. So such accesses become volatile,
//! which no pass removes; the result of a function that reads is stored in a variable by an access of that kind.
//!
//! ```text
//! x = *p;  memcpy(b, s, 8);  *p = *p + 0;  n = strlen(s);      with x, b and n that nobody needs
//! ```
//!
//! Memory that is allocated and never read is allocated all the same, and so is what is written there: what lies beside it, an index beyond its own block meets.
//! So LLVM is not told there that these functions allocate.
//!
//! In a build with optimisation the plain program may be without them, too: nothing is kept there.

use crate::divisions::is_plain;
use crate::llvm::{Builder, FUNCTION_ATTRIBUTES, Opcode, Session, Type, Value};
use crate::shadow::ops::intrinsic_name;
use crate::variable::{root, underlying};
use symcrete_libc::{Fact, facts};

/// Makes the accesses volatile that only matter by where they lead, and keeps what is allocated.
pub(crate) fn keep(session: &Session) {
    keep_allocations(session);
    let is_lone_load = |load: Value| is_risky(session, load.operand(0)) && is_lone(load);
    for function in session.functions().into_iter().filter(|&function| is_plain(session, function)) {
        for it in function.blocks().into_iter().flat_map(|block| block.instructions()) {
            match it.opcode() {
                Some(Opcode::LLVMLoad) if is_lone_load(it) => it.set_volatile(),
                Some(Opcode::LLVMStore) if is_risky(session, it.operand(1)) => {
                    stored_back(it).into_iter().for_each(Value::set_volatile);
                }
                Some(Opcode::LLVMCall) if is_lone_fill(session, it) => {
                    it.set_operand(3, Type::int(session, 1).constant(1));
                }
                Some(Opcode::LLVMCall) if is_lone_reader(it) => take_result(session, it),
                _ => {}
            }
        }
    }
}

/// Makes calls that allocate memory or give it back those of any function.
fn keep_allocations(session: &Session) {
    let [known, unknown, apart] = ["builtin", "nobuiltin", "noalias"].map(|name| session.attribute(name));
    let is_call =
        |it: &Value| matches!(it.opcode(), Some(Opcode::LLVMCall | Opcode::LLVMInvoke)) && allocates(it.callee());
    for function in session.functions().into_iter().filter(|&function| is_plain(session, function)) {
        for call in function.blocks().into_iter().flat_map(|block| block.instructions()).filter(is_call) {
            call.remove_call_attribute(FUNCTION_ATTRIBUTES, known);
            call.add_call_attribute(session, unknown);
            call.remove_call_attribute(RESULT, apart);
            call.callee().remove_function_attribute(RESULT, apart);
        }
    }
}

/// Is it a function outside of the module that allocates memory or takes it back?
fn allocates(callee: Value) -> bool {
    let is_such = |fact| matches!(fact, Fact::Allocates | Fact::Fresh | Fact::FreshText | Fact::FreshStored);
    callee.is_function() && callee.is_declaration() && facts(&callee.name()).any(is_such)
}

/// The load of what is stored where it was loaded, unchanged.
fn stored_back(store: Value) -> Option<Value> {
    let mut value = store.operand(0);
    for _ in 0..STEPS {
        match value.opcode()? {
            Opcode::LLVMLoad => return is_alike(value.operand(0), store.operand(1), STEPS).then_some(value),
            _ if value.n_operands() == 2 && value.operand(1).const_int().is_some_and(|number| number < 2) => {
                value = value.operand(0);
            }
            _ => return None,
        }
    }
    None
}

/// Are two values computed in the same way, as where a program names the same thing twice?
fn is_alike(one: Value, other: Value, steps: u32) -> bool {
    let same_way = || one.opcode().is_some_and(makes_value) && one.opcode() == other.opcode();
    let operands = || one.operands().into_iter().zip(other.operands());
    one == other
        || steps > 0
            && same_way()
            && one.n_operands() == other.n_operands()
            && operands().all(|(one, other)| is_alike(one, other, steps - 1))
}

/// Is it a call of a function that reads memory, whose result nobody needs?
fn is_lone_reader(call: Value) -> bool {
    let callee = call.callee();
    let is_reading = |fact| matches!(fact, Fact::ReadsText(_) | Fact::ReadsBytes(..) | Fact::Uses(..));
    let reads = || callee.is_declaration() && facts(&callee.name()).any(is_reading);
    callee.is_function() && reads() && (call.ty().is_int() || call.ty().is_pointer()) && is_lone(call)
}

/// Stores a result in a variable, for good.
fn take_result(session: &Session, call: Value) {
    let Some((next, first)) = call.next().zip(call.function().blocks()[0].instructions().first().copied()) else {
        return;
    };
    let builder = Builder::new(session);
    builder.before(first);
    let variable = builder.alloca(call.ty());
    builder.before(next);
    builder.location_of(call);
    builder.store(call, variable, 1).set_volatile();
}

/// Does it fill or copy memory by a length that is no constant, or copy from anywhere to a variable that nobody reads?
fn is_lone_fill(session: &Session, call: Value) -> bool {
    let name = intrinsic_name(call).unwrap_or_default();
    let is_copy = matches!(name.as_str(), "llvm.memcpy" | "llvm.memmove");
    let is_lone = || is_copy && is_risky(session, call.operand(1)) && is_dead_variable(root(call.operand(0)), STEPS);
    (is_copy || name == "llvm.memset") && (!call.operand(2).is_constant() || is_lone())
}

/// May the address lead anywhere but into a variable?
fn is_risky(session: &Session, address: Value) -> bool {
    !address.is_constant() && (underlying(address, session).is_none() || !is_at_fixed_offset(address, STEPS))
}

/// Do only constants index the variable that an address is computed from?
fn is_at_fixed_offset(address: Value, steps: u32) -> bool {
    let is_step = address.opcode() == Some(Opcode::LLVMGetElementPtr);
    let is_fixed = || address.operands()[1..].iter().all(|index| index.is_constant());
    !is_step || steps > 0 && is_fixed() && is_at_fixed_offset(address.operand(0), steps - 1)
}

/// Where attributes of a function's result are.
const RESULT: u32 = 0;
/// Steps from a load to whoever might need it.
const STEPS: u32 = 8;

/// Does a value go into variables, which nobody needs? One that goes nowhere is not computed by the plain program either.
fn is_lone(value: Value) -> bool {
    is_dead(value, STEPS) && is_stored(value, STEPS)
}

/// Is a value stored, or one that is made of it in a few steps?
fn is_stored(value: Value, steps: u32) -> bool {
    let is_way = |user: Value| user.opcode() == Some(Opcode::LLVMStore) || is_stored(user, steps - 1);
    steps > 0 && value.users().into_iter().any(is_way)
}

/// Is nothing made of a value, in a few steps, but other values that nobody needs?
fn is_dead(value: Value, steps: u32) -> bool {
    let is_needless = |user: Value| match user.opcode() {
        Some(Opcode::LLVMStore) => user.operand(0) == value && is_dead_variable(user.operand(1), steps - 1),
        opcode => opcode.is_some_and(makes_value) && is_dead(user, steps - 1),
    };
    steps > 0 && value.users().into_iter().all(is_needless)
}

/// Is a local variable, or a part of it, only written, or read for nothing?
fn is_dead_variable(variable: Value, steps: u32) -> bool {
    let is_fill = |call: Value| intrinsic_name(call).is_some_and(|name| name.starts_with("llvm.mem"));
    let is_needless = |user: Value| match user.opcode() {
        Some(Opcode::LLVMStore) => user.operand(0) != variable,
        Some(Opcode::LLVMLoad) => is_dead(user, steps - 1),
        Some(Opcode::LLVMCall) => is_fill(user) && user.operand(1) != variable,
        Some(Opcode::LLVMGetElementPtr) => is_dead_variable(user, steps - 1),
        _ => false,
    };
    let is_variable = root(variable).opcode() == Some(Opcode::LLVMAlloca);
    steps > 0 && is_variable && variable.users().into_iter().all(is_needless)
}

/// Does such an instruction make nothing of its operands but a value?
#[rustfmt::skip]
fn makes_value(opcode: Opcode) -> bool {
    use Opcode::*;
    !matches!(opcode, LLVMCall | LLVMInvoke | LLVMRet | LLVMBr | LLVMSwitch | LLVMIndirectBr | LLVMResume | LLVMPHI | LLVMAtomicRMW | LLVMAtomicCmpXchg)
}
