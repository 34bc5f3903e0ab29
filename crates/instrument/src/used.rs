//! What nothing in its object names, but the program wants all the same: `__attribute__((used))`, as on the members of a section that is walked
//! from `__start_NAME` to `__stop_NAME`, or on what only assembly names.
//!
//! Clang takes the list of these out of a module before it embeds it. A static function or variable that nothing names was compiled for no other
//! reason.

use crate::llvm::{Linkage, Session, Value};

/// Keeps them from being dropped.
pub(crate) fn keep(session: &Session) {
    let is_static = |value: &Value| value.linkage() == Linkage::LLVMInternalLinkage && !value.is_declaration();
    let all = session.functions().into_iter().chain(session.globals());
    all.filter(is_static).filter(|value| value.users().is_empty()).for_each(|value| session.keep_as_compiled(value));
}
