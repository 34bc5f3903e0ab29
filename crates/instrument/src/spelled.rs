//! Puts plain instructions in the place of calls of intrinsics that would not be followed.

use crate::llvm::{Builder, Session, Value};
use crate::shadow::ops::intrinsic_name;

/// Replaces each call for which `plain` writes something else before it: given are the call and the name of its intrinsic.
pub(crate) fn out<'s>(session: &'s Session, plain: impl Fn(&Builder<'s>, Value<'s>, &str) -> Option<Value<'s>>) {
    let builder = Builder::new(session);
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        for call in function.blocks().into_iter().flat_map(|block| block.instructions()).filter(|it| it.is_call()) {
            let Some(name) = intrinsic_name(call) else { continue };
            builder.before(call);
            builder.location_of(call);
            if let Some(value) = plain(&builder, call, &name) {
                call.replace_uses(value);
                call.delete_instruction();
            }
        }
    }
}
