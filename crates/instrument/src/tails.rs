//! Makes calls of those after which nothing but the return may stand, so that what they return is followed.
//!
//! ```text
//! %r = musttail call @next(%a)  ret %r      %r = call @next(%a)  (what it returned)  ret %r
//! ```
//!
//! Each such call costs stack from then on. A run that ends for that is known by the plain program, which does not. Functions that hand on
//! variadic arguments have no other way, and keep their calls.

use crate::llvm::Session;

/// Loosens every such call of functions that are not variadic.
pub(crate) fn loosen(session: &Session) {
    let functions = session.functions().into_iter();
    for function in functions.filter(|function| !function.is_declaration() && !function.value_type().is_variadic()) {
        let instructions = function.blocks().into_iter().flat_map(|block| block.instructions());
        instructions.filter(|instruction| instruction.is_must_tail()).for_each(|call| call.loosen_tail());
    }
}
