//! Which libc functions have a model in the runtime: a table, one row each.
//!
//! A direct call of a modelled function is turned into a call of its model, which calls the real
//! one and then says what became symbolic. Scope: functions that bring input into the program, and
//! those that change what the runtime stands on.

use crate::llvm::{Session, Value};
use llvm_sys::LLVMOpcode;
use symcrete_abi::name;

/// The modelled functions.
pub(crate) const MODELLED: &[&str] = &[
    "read",
    "pread",
    "fread",
    "fgets",
    "getdelim",
    "getline",
    "fgetc",
    "getc",
    "_IO_getc",
    "getc_unlocked",
    "fgetc_unlocked",
    "getchar",
    "getchar_unlocked",
    "fork",
    "mmap",
    "mmap64",
];

/// Redirects direct calls of modelled functions that this module does not define itself.
pub(crate) fn redirect(session: &Session) {
    for &function in MODELLED {
        let Some(real) = session.function(function).filter(|f| f.is_declaration()) else { continue };
        let model = session.declare(&format!("{}{function}", name::LIBC), real.value_type());
        for call in calls_of(session, real) {
            let callee = call.n_operands() - 1;
            call.set_operand(callee, model);
        }
    }
}

fn calls_of(session: &Session, callee: Value) -> Vec<Value> {
    let blocks = session.functions().into_iter().filter(|f| !f.is_declaration()).flat_map(|f| f.blocks());
    blocks
        .flat_map(|block| block.instructions())
        .filter(|i| matches!(i.opcode(), Some(LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke)) && i.callee() == callee)
        .collect()
}
