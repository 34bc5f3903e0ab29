//! Makes plain loads of the instruction of x86 that reads a vector wherever it lies (`_mm_lddqu_si128`), so that what it reads is followed.
//!
//! ```text
//! %v = llvm.x86.sse3.ldu.dq(%p)      %v = load <16 x i8>, %p, align 1
//! ```

use crate::llvm::{Builder, Session};
use crate::shadow::ops::intrinsic_name;

/// Rewrites all of them.
pub(crate) fn spell_out(session: &Session) {
    let builder = Builder::new(session);
    let is_meant = |name: String| matches!(name.as_str(), "llvm.x86.sse3.ldu.dq" | "llvm.x86.avx.ldu.dq.256");
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        for call in function.blocks().into_iter().flat_map(|block| block.instructions()) {
            if call.is_call() && intrinsic_name(call).is_some_and(is_meant) {
                builder.before(call);
                builder.location_of(call);
                call.replace_uses(builder.load(call.ty(), call.arguments()[0], 1));
                call.erase();
            }
        }
    }
}
