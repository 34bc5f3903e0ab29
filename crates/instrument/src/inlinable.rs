//! Bodies that are there for inlining only, such as `getchar` and `tolower` of glibc's headers, and what C++ libraries instantiate.
//!
//! Compiling with optimisation shows them, and drops those that were not inlined: the call then goes to the library, where nothing is
//! followed, though there was a body. So before anything else each becomes one of two things: a function that has a model is only
//! declared, as without optimisation; any other is a function of this object, for its calls. Its address stays the library's,
//! since programs may compare addresses. What another instrumented object defines is left as it is: both are followed.

use crate::Options;
use crate::libc::is_modelled;
use crate::llvm::{Linkage, Session, Value};

/// Behind the name of a body whose address is the library's.
const OWN: &str = ".inline";

/// Decides about every body that is there for inlining only.
pub(crate) fn settle(session: &Session, options: &Options) {
    let is_inlinable = |function: &Value| function.linkage() == Linkage::LLVMAvailableExternallyLinkage;
    for function in session.functions().into_iter().filter(is_inlinable) {
        let name = function.name();
        if options.followed.contains(&name) {
            continue;
        }
        // A model calls the real function.
        let has_models = !options.is_model || options.is_library;
        // Who wraps a function wraps its calls, not what was inlined.
        if has_models && is_modelled(&name, options) && !options.wrapped.contains(&name) {
            declare_only(session, function);
        } else {
            take_in(session, function);
        }
    }
}

/// The body goes, the calls stay.
fn declare_only(session: &Session, function: Value) {
    let real = apart(session, function);
    function.replace_uses(real);
    function.delete_function();
}

/// Calls go to the body, which becomes this object's own.
fn take_in(session: &Session, function: Value) {
    if !function.is_only_called() {
        let users = function.users().into_iter();
        let calls: Vec<Value> = users.filter(|user| user.is_call() && user.callee() == function).collect();
        function.replace_uses(apart(session, function));
        calls.into_iter().for_each(|call| call.set_callee(function));
    }
    function.set_linkage(Linkage::LLVMInternalLinkage);
}

/// A declaration that has the name of a function from now on.
fn apart<'s>(session: &'s Session, function: Value<'s>) -> Value<'s> {
    let name = function.name();
    function.set_name(&format!("{name}{OWN}"));
    session.declare(&name, function.value_type())
}
